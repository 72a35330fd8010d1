// RUN: %run_report %s
//
// SYMPTOM: explicit bounds narrower than i4
// LINK: own find
// RIGHT: <-7:7>: -9 -> -7, -8 -> -7, 8 -> 7
// UPSTREAM 22.1.8: wrong: 8.0 gives -8
//
// CASE @f(-9.0) -> -7
// CASE @f(-8.0) -> -7
// CASE @f(8.0) -> 7
// CASE @f(-20.0) -> -7

!q = !quant.uniform<i4<-7:7>:f32, 1.0>
func.func @f(%x: f32) -> i4 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i4
  return %1 : i4
}
