// RUN: quant-opt %s --transform-interpreter --canonicalize --cse | FileCheck %s

// The whole tail of a feed-forward block in one loop over rows: a matmul, the
// fused op, and the matmul that reads its codes, which is what is tiled.

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: @block
  // CHECK: scf.for %[[I:[a-z0-9]+]] =
  // CHECK: %[[X:.*]] = linalg.matmul
  // CHECK: %[[Y:.*]], %{{.*}} = quant.dequant_situ_quant %[[X]] {{.*}} row_offset(%[[I]] : index) {{.*}} -> tensor<?x16xi8>, tensor<?xf32>
  // CHECK: linalg.matmul {consumer} ins(%[[Y]],
  // CHECK-NOT: linalg.matmul
  // CHECK: return
  func.func @block(%a: tensor<?x8xi8>, %b: tensor<8x32xi8>, %ws: tensor<3x32xf32>, %as: tensor<?xf32>, %groups: tensor<3xi64>, %c: tensor<16x8xi8>) -> tensor<?x8xi32> {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %rows = tensor.dim %a, %c0 : tensor<?x8xi8>
    %empty = tensor.empty(%rows) : tensor<?x32xi32>
    %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<?x32xi32>) -> tensor<?x32xi32>
    %x = linalg.matmul ins(%a, %b : tensor<?x8xi8>, tensor<8x32xi8>) outs(%init : tensor<?x32xi32>) -> tensor<?x32xi32>
    %y, %s = quant.dequant_situ_quant %x weight_scale(%ws : tensor<3x32xf32>) activation_scale(%as : tensor<?xf32>)
        group_index(%groups : tensor<3xi64>) : tensor<?x32xi32> -> tensor<?x16xi8>, tensor<?xf32>
    %empty2 = tensor.empty(%rows) : tensor<?x8xi32>
    %init2 = linalg.fill ins(%zero : i32) outs(%empty2 : tensor<?x8xi32>) -> tensor<?x8xi32>
    %out = linalg.matmul {consumer} ins(%y, %c : tensor<?x16xi8>, tensor<16x8xi8>) outs(%init2 : tensor<?x8xi32>) -> tensor<?x8xi32>
    return %out : tensor<?x8xi32>
  }

  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match attributes{consumer} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
