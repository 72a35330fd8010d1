// RUN: %run_report %s
//
// SYMPTOM: constants are not folded through quantize (weights stay float in
//   the module)
// LINK: https://github.com/pytorch/pytorch/pull/109343 (also
//   https://github.com/Samsung/ONE/pull/4374)
// RIGHT: the result is a stored integer constant 2
// UPSTREAM 22.1.8: folds, but to 1 (truncated)
//
// DO: lower strip canonicalize
// WANT: has constant 2 : i8

!q = !quant.uniform<i8:f32, 2.0>
func.func @f() -> i8 {
  %c = arith.constant 3.2 : f32
  %0 = quant.qcast %c : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
