// RUN: %run_report %s
//
// SYMPTOM: i8 to u8 with the zero point moved by 128 must be exact
// LINK: https://github.com/tensorflow/tensorflow/pull/60701
// RIGHT: stored -128 -> 0, 0 -> 128, 127 -> 255
// UPSTREAM 22.1.8: right
//
// CASE @f(-128) -> 0
// CASE @f(0) -> 128
// CASE @f(127) -> 255

!a = !quant.uniform<i8:f32, 0.0156:-1>
!b = !quant.uniform<u8:f32, 0.0156:127>
func.func @f(%x: i8) -> i8 {
  %0 = quant.scast %x : i8 to !a
  %1 = quant.dcast %0 : !a to f32
  %2 = quant.qcast %1 : f32 to !b
  %3 = quant.scast %2 : !b to i8
  return %3 : i8
}
