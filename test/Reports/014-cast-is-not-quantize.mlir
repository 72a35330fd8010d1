// RUN: %run_report %s
//
// SYMPTOM: one tool removed the rounding of quantize casts when it made plain
//   casts truncate
// LINK: https://github.com/ROCm/rocMLIR/pull/2340
// RIGHT: quantize always rounds: 1.7 -> 2 (a plain float to int cast may give
//   1)
// UPSTREAM 22.1.8: wrong: 1.7 gives 1, -1.7 gives -1
//
// CASE @f(1.7) -> 2
// CASE @f(-1.7) -> -2

!q = !quant.uniform<i8:f32, 1.0>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
