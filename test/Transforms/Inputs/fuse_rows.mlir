// Transform scripts: tile the fused op by rows, and fuse what makes `x` into the
// loop.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @clean(%module: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    // A part of an empty tensor is an empty tensor.
    transform.apply_patterns to %function {
      transform.apply_patterns.tensor.fold_tensor_empty
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }

  transform.named_sequence @one_row(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["quant.dequant_situ_quant"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse %op tile_sizes [1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.include @clean failures(propagate) (%module) : (!transform.any_op) -> ()
    transform.yield
  }

  transform.named_sequence @four_rows(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["quant.dequant_situ_quant"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse %op tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.include @clean failures(propagate) (%module) : (!transform.any_op) -> ()
    transform.yield
  }

  // Tiles of six rows for threads, and within them of four.
  transform.named_sequence @threads(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["quant.dequant_situ_quant"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %outer, %forall = transform.structured.tile_using_forall %op tile_sizes [6]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %inner, %loop = transform.structured.fuse %outer tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.include @clean failures(propagate) (%module) : (!transform.any_op) -> ()
    transform.yield
  }

  // All leading dimensions.
  transform.named_sequence @two_by_three(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["quant.dequant_situ_quant"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse %op tile_sizes [2, 3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.include @clean failures(propagate) (%module) : (!transform.any_op) -> ()
    transform.yield
  }
}
