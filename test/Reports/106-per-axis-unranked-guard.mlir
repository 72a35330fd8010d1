// RUN: %run_report %s
//
// SYMPTOM: unranked per-axis: the tensor is reshaped to [left, scales, right]
//   without a check; a 2x3 tensor with 2 scales on axis 1 gives mixed channels
//   and uninitialised elements
// LINK: own find
// RIGHT: a run-time check of rank and axis size
// UPSTREAM 22.1.8: no check; a 2x3 input gives [[10,20,10],[20,0,0]]; a rank-1
//   input with axis 1 gives numbers too
//
// DO: lower
// WANT: has cf.assert || shape.cstr

!q = !quant.uniform<i8:f32:1, {1.0, 2.0}>
func.func @f(%t: tensor<*xi8>) -> tensor<*xf32> {
  %0 = quant.scast %t : tensor<*xi8> to tensor<*x!q>
  %1 = quant.dcast %0 : tensor<*x!q> to tensor<*xf32>
  return %1 : tensor<*xf32>
}
