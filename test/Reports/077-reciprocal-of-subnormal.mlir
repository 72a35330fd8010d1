// RUN: %run_report %s
//
// SYMPTOM: 1/scale overflows for scale 1e-40, x/scale does not
// LINK: https://github.com/intel/auto-round/issues/622
// RIGHT: 1e-40 -> 1, 5e-40 -> 5
// UPSTREAM 22.1.8: right
//
// CASE @f(1.0e-40) -> 1
// CASE @f(5.0e-40) -> 5
// CASE @f(-3.0e-40) -> -3

!q = !quant.uniform<i8:f32, 1.0e-40>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
