// RUN: %run_report %s
//
// SYMPTOM: f16 input path of QuantizeLinear truncated while the f32 path
//   rounded
// LINK: https://github.com/microsoft/onnxruntime/pull/32452 (issue
//   https://github.com/microsoft/onnxruntime/issues/18576)
// RIGHT: 1 and -1
// UPSTREAM 22.1.8: wrong: 0.050018310546875 gives 0, -0.050018310546875 gives
//   0
//
// CASE @f(0.050018310546875) -> 1
// CASE @f(-0.050018310546875) -> -1

!q = !quant.uniform<i8:f16, 0.0999755859375>
func.func @f(%x: f16) -> i8 {
  %0 = quant.qcast %x : f16 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
