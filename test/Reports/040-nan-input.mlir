// RUN: %run_report %s
//
// SYMPTOM: NaN gives whatever the conversion gives; runtimes disagree (-128,
//   127, 0, zero point)
// LINK: https://github.com/onnx/onnx/issues/5879 (also
//   https://github.com/ROCm/AMDMIGraphX/pull/4914,
//   https://github.com/pytorch/pytorch/issues/154708)
// RIGHT: a documented value, the same in scalar, tensor and folded form, never
//   poison
// UPSTREAM 22.1.8: prints 0 here, but the conversion of NaN is poison: any
//   value is allowed
//
// CASE[spec] @f(nan) -> 0
// CASE[spec] @u(nan) -> 133
// CASE[spec] @z(nan) -> -98
// CASE[onnx] @f(nan) -> -128
// CASE[onnx] @u(nan) -> 0
// CASE[onnx] @z(nan) -> -128

!q = !quant.uniform<i8:f32, 0.5>
!u = !quant.uniform<u8:f32, 1.0:133>
!z = !quant.uniform<i8:f32, 1.0:-98>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
func.func @u(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !u
  %1 = quant.scast %0 : !u to i8
  return %1 : i8
}
func.func @z(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !z
  %1 = quant.scast %0 : !z to i8
  return %1 : i8
}
