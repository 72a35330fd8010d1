// RUN: %run_report %s
//
// SYMPTOM: per-channel with axis 0 or 1 mixed up
// LINK: https://github.com/microsoft/onnxruntime/pull/13038 (also
//   https://github.com/microsoft/onnxruntime/issues/17718)
// RIGHT: axis 1, scales 1 and 10: [[20,20],[40,40]] -> [[20,2],[40,4]]
// UPSTREAM 22.1.8: right
//
// CASE @f(0,0) -> 20
// CASE @f(0,1) -> 2
// CASE @f(1,0) -> 40
// CASE @f(1,1) -> 4

!q = !quant.uniform<i8:f32:1, {1.0, 10.0}>
func.func @f(%i: i32, %j: i32) -> i8 {
  %a = arith.constant 20.0 : f32
  %b = arith.constant 40.0 : f32
  %t = tensor.from_elements %a, %a, %b, %b : tensor<2x2xf32>
  %0 = quant.qcast %t : tensor<2x2xf32> to tensor<2x2x!q>
  %1 = quant.scast %0 : tensor<2x2x!q> to tensor<2x2xi8>
  %k = arith.index_cast %i : i32 to index
  %l = arith.index_cast %j : i32 to index
  %r = tensor.extract %1[%k, %l] : tensor<2x2xi8>
  return %r : i8
}
