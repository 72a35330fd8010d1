// RUN: %run_report %s
//
// SYMPTOM: half-way points went toward plus infinity for i8, away from zero
//   for i32 and to even nowhere
// LINK: https://github.com/tenstorrent/tt-metal/issues/56525
// RIGHT: the tie rule must be the same for every storage type: -0.5 -> 0, -1.5
//   -> -2, -2.5 -> -2 (to even)
// UPSTREAM 22.1.8: wrong: -1.5 gives -1, -1.5 gives -1
//
// CASE[rne] @f8(-0.5) -> 0
// CASE[rne] @f8(-1.5) -> -2
// CASE[rne] @f8(-2.5) -> -2
// CASE[rne] @f32(-0.5) -> 0
// CASE[rne] @f32(-1.5) -> -2
// CASE[rne] @f32(2.5) -> 2
// CASE[rne] @f4(2.5) -> 2
// CASE[rne] @f16(-2.5) -> -2

!q = !quant.uniform<i8:f32, 1.0>
!q32 = !quant.uniform<i32:f32, 1.0>
!q4 = !quant.uniform<i4:f32, 1.0>
!q16 = !quant.uniform<i16:f32, 1.0>
func.func @f8(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
func.func @f32(%x: f32) -> i32 {
  %0 = quant.qcast %x : f32 to !q32
  %1 = quant.scast %0 : !q32 to i32
  return %1 : i32
}
func.func @f4(%x: f32) -> i4 {
  %0 = quant.qcast %x : f32 to !q4
  %1 = quant.scast %0 : !q4 to i4
  return %1 : i4
}
func.func @f16(%x: f32) -> i16 {
  %0 = quant.qcast %x : f32 to !q16
  %1 = quant.scast %0 : !q16 to i16
  return %1 : i16
}
