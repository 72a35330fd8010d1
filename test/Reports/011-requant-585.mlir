// RUN: %run_report %s
//
// SYMPTOM: integer requantization with two roundings gives -120, real
//   arithmetic gives -119
// LINK: https://github.com/tensorflow/tensorflow/issues/102943
// RIGHT: 585 * 0.011111112 - 126 = -119.4999995 -> -119
// UPSTREAM 22.1.8: -119, but only because it truncates
//
// With the zero point before rounding 6.5000005 - 126 is the tie -119.5 of f32,
// see docs/numerics.md: a tie is one of the compute type.
// CASE[rne, zp-after] @f(585) -> -119
// CASE[zp-before] @f(585) -> -120

!a = !quant.uniform<i32:f32, 0.011111111910680305>
!b = !quant.uniform<i8:f32, 1.0:-126>
func.func @f(%x: i32) -> i8 {
  %0 = quant.scast %x : i32 to !a
  %1 = quant.dcast %0 : !a to f32
  %2 = quant.qcast %1 : f32 to !b
  %3 = quant.scast %2 : !b to i8
  return %3 : i8
}
