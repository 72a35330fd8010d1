// RUN: %run_report %s
//
// SYMPTOM: quantize drops the fraction (rounds toward zero) instead of
//   rounding to nearest; about half of all elements one step off
// LINK: https://github.com/tenstorrent/tt-metal/issues/51304
// RIGHT: 2.7 -> 3, -2.7 -> -3, 0.6 -> 1, -0.6 -> -1
// UPSTREAM 22.1.8: wrong: 2.7 gives 2, -2.7 gives -2, 0.6 gives 0, -0.6 gives
//   0
//
// CASE @f(2.7) -> 3
// CASE @f(-2.7) -> -3
// CASE @f(0.6) -> 1
// CASE @f(-0.6) -> -1
// CASE @f(2.2) -> 2

!q = !quant.uniform<i8:f32, 1.0>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
