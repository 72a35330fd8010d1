// RUN: %run_report %s
//
// SYMPTOM: 1-bit storage: signed range is -1..0, unsigned 0..1
// LINK: own find
// RIGHT: i1: 1.0 -> 0, -1.0 -> -1; u1: 1.0 -> 1, 2.0 -> 1, -1.0 -> 0
// UPSTREAM 22.1.8: wrong: 1.0 gives -1, 2.0 gives 0, -1.0 gives -1
//
// CASE @s(1.0) -> 0
// CASE @s(-1.0) -> -1
// CASE @u(1.0) -> 1
// CASE @u(2.0) -> 1
// CASE @u(-1.0) -> 0

!s = !quant.uniform<i1:f32, 1.0>
!u = !quant.uniform<u1:f32, 1.0>
func.func @s(%x: f32) -> i1 {
  %0 = quant.qcast %x : f32 to !s
  %1 = quant.scast %0 : !s to i1
  return %1 : i1
}
func.func @u(%x: f32) -> i1 {
  %0 = quant.qcast %x : f32 to !u
  %1 = quant.scast %0 : !u to i1
  return %1 : i1
}
