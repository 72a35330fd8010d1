// RUN: %run_report %s
//
// SYMPTOM: requantize had UPWARD and TONEAREST and no single default: -1.5 ->
//   -1 or -2
// LINK: https://github.com/apache/tvm/pull/4828 (also
//   https://github.com/apache/tvm/pull/3900)
// RIGHT: -1.5 -> -2 (to even and away); 1.5 -> 2
// UPSTREAM 22.1.8: wrong: -3 gives -1, 3 gives 1
//
// CASE @f(-3) -> -2
// CASE @f(3) -> 2
// CASE[rne] @f(1) -> 0
// CASE[rne] @f(-1) -> 0
// CASE[rne] @f(5) -> 2

!a = !quant.uniform<i32:f32, 0.5>
!b = !quant.uniform<i8:f32, 1.0>
func.func @f(%x: i32) -> i8 {
  %0 = quant.scast %x : i32 to !a
  %1 = quant.dcast %0 : !a to f32
  %2 = quant.qcast %1 : f32 to !b
  %3 = quant.scast %2 : !b to i8
  return %3 : i8
}
