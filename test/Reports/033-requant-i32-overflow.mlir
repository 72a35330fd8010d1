// RUN: %run_report %s
//
// SYMPTOM: 33-bit intermediate truncated to i32 flipped the sign of large
//   positive values
// LINK: https://github.com/ARM-software/CMSIS-NN/pull/220
// RIGHT: 2147483647 * 1.0 / 0.5 -> 2147483647 (saturated); to i8: 127
// UPSTREAM 22.1.8: wrong: 2147483647 gives -2147483648, 2147483647 gives 0,
//   -2147483648 gives 0
//
// CASE @f(2147483647) -> 2147483647
// CASE @f(-2147483648) -> -2147483648
// CASE @g(2147483647) -> 127
// CASE @g(-2147483648) -> -128

!a = !quant.uniform<i32:f32, 1.0>
!b = !quant.uniform<i32:f32, 0.5>
!c = !quant.uniform<i8:f32, 0.5>
func.func @f(%x: i32) -> i32 {
  %0 = quant.scast %x : i32 to !a
  %1 = quant.dcast %0 : !a to f32
  %2 = quant.qcast %1 : f32 to !b
  %3 = quant.scast %2 : !b to i32
  return %3 : i32
}
func.func @g(%x: i32) -> i8 {
  %0 = quant.scast %x : i32 to !a
  %1 = quant.dcast %0 : !a to f32
  %2 = quant.qcast %1 : f32 to !c
  %3 = quant.scast %2 : !c to i8
  return %3 : i8
}
