// RUN: %run_report %s
//
// SYMPTOM: 127.6 wrapped to -128 once rounding was added without saturation
// LINK: https://github.com/ROCm/aiter/pull/4637
// RIGHT: 127.6 -> 127, 127.4 -> 127, -128.6 -> -128
// UPSTREAM 22.1.8: right here (truncation keeps 127.6 below 128); 128.0 gives
//   -128
//
// CASE @f(127.6) -> 127
// CASE @f(127.4) -> 127
// CASE @f(-128.6) -> -128

!q = !quant.uniform<i8:f32, 1.0>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
