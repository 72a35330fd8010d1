// RUN: %run_report %s
//
// SYMPTOM: int32 input with a non-zero zero point
// LINK: https://github.com/onnx/onnx/issues/7752
// RIGHT: 16777217 - 16777216 -> 1.0 (the difference must not be taken after
//   rounding both to f32)
// UPSTREAM 22.1.8: 16777217 - 16777216 gives 0.0, and 1073741824 - 1073741825
//   gives 0.0
//
// CASE @f(16777217) -> 1
// CASE @f(16777215) -> -1
// CASE @g(1073741824) -> -0.001

!q = !quant.uniform<i32:f32, 1.0:16777216>
!g = !quant.uniform<i32:f32, 0.001:1073741825>
func.func @f(%x: i32) -> f32 {
  %0 = quant.scast %x : i32 to !q
  %1 = quant.dcast %0 : !q to f32
  return %1 : f32
}
func.func @g(%x: i32) -> f32 {
  %0 = quant.scast %x : i32 to !g
  %1 = quant.dcast %0 : !g to f32
  return %1 : f32
}
