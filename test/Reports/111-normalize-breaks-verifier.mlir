// RUN: %run_report %s
//
// SYMPTOM: the same normalization with an op: valid input, verifier error
//   after the pass
// LINK: own find
// RIGHT: valid output
// UPSTREAM 22.1.8: error after the pass: quantized dimension size does not
//   match number of scales
//
// DO: normalize
// WANT: accept

!q = !quant.uniform<i8:f32:{0:2}, {{2.0},{3.0}}>
func.func @f(%a: tensor<4x2x!q>) -> tensor<4x2xf32> {
  %0 = quant.dcast %a : tensor<4x2x!q> to tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
