// RUN: %run_report %s
//
// SYMPTOM: int8 saturated to -127 instead of -128
// LINK: https://github.com/microsoft/onnxruntime/issues/3442
// RIGHT: -129 -128 -127 -126 126 127 128 -> -128 -128 -127 -126 126 127 127;
//   <-127:127> storage keeps -127
// UPSTREAM 22.1.8: wrong: -129.0 gives 127, 128.0 gives -128, -129.0 gives
//   127, 128.0 gives -127
//
// CASE @f(-129.0) -> -128
// CASE @f(-128.0) -> -128
// CASE @f(-127.0) -> -127
// CASE @f(127.0) -> 127
// CASE @f(128.0) -> 127
// CASE @g(-129.0) -> -127
// CASE @g(128.0) -> 127

!q = !quant.uniform<i8:f32, 1.0>
!n = !quant.uniform<i8<-127:127>:f32, 1.0>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
func.func @g(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !n
  %1 = quant.scast %0 : !n to i8
  return %1 : i8
}
