// RUN: %run_report %s
//
// SYMPTOM: 2^32 quantized to u8 gave the wrong end of the range (integer
//   overflow before the clamp)
// LINK: https://github.com/pytorch/pytorch/issues/60077
// RIGHT: 255
// UPSTREAM 22.1.8: wrong: 4294967296.0 gives 0, 1.0e30 gives 0
//
// CASE @f(4294967296.0) -> 255
// CASE @f(-4294967296.0) -> 0
// CASE @f(1.0e30) -> 255

!q = !quant.uniform<u8:f32, 0.5:1>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
