// RUN: %run_report %s
//
// SYMPTOM: softmax output 1.0 with scale 1/256 and zero point -128 wrapped to
//   -128
// LINK: https://github.com/microsoft/onnxruntime/issues/29727
// RIGHT: 127
// UPSTREAM 22.1.8: wrong: 1.0 gives -128
//
// CASE @f(1.0) -> 127
// CASE @f(0.0) -> -128
// CASE @f(0.5) -> 0

!q = !quant.uniform<i8:f32, 0.00390625:-128>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
