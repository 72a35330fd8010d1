// RUN: %run_report %s
//
// SYMPTOM: y = saturate(x/s) + zp instead of saturate(x/s + zp)
// LINK: https://github.com/Xilinx/onnx-mlir/pull/96
// RIGHT: x/s = 200, zp = -100 -> 100; x/s = -200, zp = 100 -> -100
// UPSTREAM 22.1.8: wrong: -200.0 gives -44, 200.0 gives 44
//
// CASE @f(200.0) -> 100
// CASE @g(-200.0) -> -100
// CASE @f(-200.0) -> -128
// CASE @g(200.0) -> 127

!q = !quant.uniform<i8:f32, 1.0:-100>
!r = !quant.uniform<i8:f32, 1.0:100>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
func.func @g(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !r
  %1 = quant.scast %0 : !r to i8
  return %1 : i8
}
