// RUN: %run_report %s
//
// SYMPTOM: blocked scales must hit the right elements
// LINK: https://github.com/onnx/onnx/pull/5812
// RIGHT: 4x2, block 2 along axis 0, scales 1 and 100: rows 1 1 2 2 stored -> 1
//   1 200 200
// UPSTREAM 22.1.8: right
//
// CASE @f(0) -> 1
// CASE @f(1) -> 1
// CASE @f(2) -> 200
// CASE @f(3) -> 200

!q = !quant.uniform<i8:f32:{0:2}, {{1.0}, {100.0}}>
func.func @f(%i: i32) -> f32 {
  %a = arith.constant 1 : i8
  %b = arith.constant 2 : i8
  %t = tensor.from_elements %a, %a, %a, %a, %b, %b, %b, %b : tensor<4x2xi8>
  %0 = quant.scast %t : tensor<4x2xi8> to tensor<4x2x!q>
  %1 = quant.dcast %0 : tensor<4x2x!q> to tensor<4x2xf32>
  %k = arith.index_cast %i : i32 to index
  %z = arith.constant 1 : index
  %r = tensor.extract %1[%k, %z] : tensor<4x2xf32>
  return %r : f32
}
