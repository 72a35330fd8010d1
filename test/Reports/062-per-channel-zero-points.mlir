// RUN: %run_report %s
//
// SYMPTOM: per-channel zero points were read at the wrong width, channels
//   mixed
// LINK: https://github.com/pytorch/executorch/pull/21773
// RIGHT: zero points 30 50 60 90, stored 0, scale 0.5 -> -15 -25 -30 -45
// UPSTREAM 22.1.8: right
//
// CASE @f(0) -> -15
// CASE @f(1) -> -25
// CASE @f(2) -> -30
// CASE @f(3) -> -45

!q = !quant.uniform<i8:f32:0, {0.5:30, 0.5:50, 0.5:60, 0.5:90}>
func.func @f(%i: i32) -> f32 {
  %z = arith.constant 0 : i8
  %t = tensor.from_elements %z, %z, %z, %z : tensor<4xi8>
  %0 = quant.scast %t : tensor<4xi8> to tensor<4x!q>
  %1 = quant.dcast %0 : tensor<4x!q> to tensor<4xf32>
  %k = arith.index_cast %i : i32 to index
  %r = tensor.extract %1[%k] : tensor<4xf32>
  return %r : f32
}
