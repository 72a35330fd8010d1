// RUN: %run_report %s
//
// SYMPTOM: per-axis path must round and saturate like the scalar path
// LINK: own find
// RIGHT: scales 1 and 2, input 300.7 -> 127 and 127; -300 -> -128 and -128;
//   2.7 -> 3 and 1
// UPSTREAM 22.1.8: wrong: 300.7,0 gives 44, 300.7,1 gives -106, -300.0,0 gives
//   -44, 2.7,0 gives 2
//
// CASE @f(300.7,0) -> 127
// CASE @f(300.7,1) -> 127
// CASE @f(-300.0,0) -> -128
// CASE @f(2.7,0) -> 3
// CASE @f(2.7,1) -> 1

!q = !quant.uniform<i8:f32:0, {1.0, 2.0}>
func.func @f(%x: f32, %i: i32) -> i8 {
  %t = tensor.from_elements %x, %x : tensor<2xf32>
  %0 = quant.qcast %t : tensor<2xf32> to tensor<2x!q>
  %1 = quant.scast %0 : tensor<2x!q> to tensor<2xi8>
  %k = arith.index_cast %i : i32 to index
  %r = tensor.extract %1[%k] : tensor<2xi8>
  return %r : i8
}
