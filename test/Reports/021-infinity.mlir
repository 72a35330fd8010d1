// RUN: %run_report %s
//
// SYMPTOM: infinity quantized to 0 instead of the upper bound
// LINK: https://github.com/pytorch/pytorch/issues/133557
// RIGHT: inf -> 255, -inf -> 0
// UPSTREAM 22.1.8: wrong: inf gives 0
//
// CASE @f(inf) -> 255
// CASE @f(-inf) -> 0

!q = !quant.uniform<u8:f32, 1.0:133>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
