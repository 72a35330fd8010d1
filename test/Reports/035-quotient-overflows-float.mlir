// RUN: %run_report %s
//
// SYMPTOM: x / scale overflows the float type, the infinity must still
//   saturate
// LINK: own find; class of https://github.com/pytorch/pytorch/issues/133557
// RIGHT: f32 1.0 / 1e-40 -> 127; f64 1e300 / 1e-300 -> 127; f16 32768 / 0.01
//   into i32 -> 3276100 (the f16 scale is 0.01000213623046875)
// UPSTREAM 22.1.8: wrong: 1.0 gives 0, -1.0 gives 0, 1.0e300 gives 0, 32768.0
//   gives -2147483648
//
// CASE @f(1.0) -> 127
// CASE @f(-1.0) -> -128
// CASE @d(1.0e300) -> 127
// CASE @h(32768.0) -> 3276100

!q = !quant.uniform<i8:f32, 1.0e-40>
!d = !quant.uniform<i8:f64, 1.0e-300>
!h = !quant.uniform<i32:f16, 0.01>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
func.func @d(%x: f64) -> i8 {
  %0 = quant.qcast %x : f64 to !d
  %1 = quant.scast %0 : !d to i8
  return %1 : i8
}
func.func @h(%x: f16) -> i32 {
  %0 = quant.qcast %x : f16 to !h
  %1 = quant.scast %0 : !h to i32
  return %1 : i32
}
