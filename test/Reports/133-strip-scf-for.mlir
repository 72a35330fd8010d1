// RUN: %run_report %s
//
// SYMPTOM: loop-carried quantized tensors
// LINK: class of https://github.com/iree-org/iree/pull/24824
// RIGHT: no quantized type left
// UPSTREAM 22.1.8: scf.for keeps !quant iter_args
//
// DO: strip lower canonicalize
// WANT: no-quant

!q = !quant.uniform<i8:f32, 2.0:10>
func.func @f(%a: tensor<4x!q>, %n: index) -> tensor<4x!q> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4x!q>) {
    %d = quant.dcast %x : tensor<4x!q> to tensor<4xf32>
    %e = arith.addf %d, %d : tensor<4xf32>
    %y = quant.qcast %e : tensor<4xf32> to tensor<4x!q>
    scf.yield %y : tensor<4x!q>
  }
  return %r : tensor<4x!q>
}
