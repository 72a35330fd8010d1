// RUN: %run_report %s
//
// SYMPTOM: per-channel u8 zero points handled as one scalar
// LINK: https://github.com/apache/tvm/issues/16646
// RIGHT: channel 0: 255-200 = 55; channel 1: 255-10 = 245
// UPSTREAM 22.1.8: right
//
// CASE @f(0) -> 55
// CASE @f(1) -> 245

!q = !quant.uniform<u8:f32:0, {1.0:200, 1.0:10}>
func.func @f(%i: i32) -> f32 {
  %z = arith.constant -1 : i8
  %t = tensor.from_elements %z, %z : tensor<2xi8>
  %0 = quant.scast %t : tensor<2xi8> to tensor<2x!q>
  %1 = quant.dcast %0 : tensor<2x!q> to tensor<2xf32>
  %k = arith.index_cast %i : i32 to index
  %r = tensor.extract %1[%k] : tensor<2xf32>
  return %r : f32
}
