// RUN: %run_report %s
//
// SYMPTOM: x * (1/scale) is not x / scale: the product lands on a tie the
//   quotient does not reach
// LINK: https://github.com/tinygrad/tinygrad/pull/9301
// RIGHT: -2.5 / (5/255) is -127.49999 -> -127 (reciprocal: -127.5 -> -128)
// UPSTREAM 22.1.8: -127, but only because it truncates
//
// CASE[rne] @f(-2.5) -> -127

!q = !quant.uniform<i8:f32, 0.01960784383118152>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
