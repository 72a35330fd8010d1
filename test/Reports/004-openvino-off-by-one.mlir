// RUN: %run_report %s
//
// SYMPTOM: one backend returned 100 where the others returned 99 (half away
//   against half to even, after the quotient was rounded up to a tie)
// LINK: https://github.com/microsoft/onnxruntime/issues/25045
// RIGHT: 3.0 / 0.039215686 + 23 -> 99 (the exact quotient is below the tie)
// UPSTREAM 22.1.8: 99, but only because it truncates
//
// With the zero point before rounding the sum 76.5 + 23 is a tie of f32, where
// docs/numerics.md has ties: a tie is one of the compute type, after the scaling
// step has rounded.
// CASE[rne, zp-after] @f(3.0) -> 99
// CASE[zp-before] @f(3.0) -> 100

!q = !quant.uniform<i8:f32, 0.039215686:23>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
