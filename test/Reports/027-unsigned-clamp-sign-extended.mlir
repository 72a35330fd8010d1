// RUN: %run_report %s
//
// SYMPTOM: unsigned clamp bounds were sign-extended (255 became -1), every
//   result was 0
// LINK: https://github.com/llvm/torch-mlir/pull/3018
// RIGHT: 100 -> 100, 200 -> 200, 255 -> 255; with bounds <0:200>: 250 -> 200,
//   199 -> 199
// UPSTREAM 22.1.8: wrong: 300.0 gives 44
//
// CASE @f(100.0) -> 100
// CASE @f(200.0) -> 200
// CASE @f(255.0) -> 255
// CASE @g(250.0) -> 200
// CASE @g(199.0) -> 199
// CASE @g(300.0) -> 200

!q = !quant.uniform<u8:f32, 1.0>
!b = !quant.uniform<u8<0:200>:f32, 1.0>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
func.func @g(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !b
  %1 = quant.scast %0 : !b to i8
  return %1 : i8
}
