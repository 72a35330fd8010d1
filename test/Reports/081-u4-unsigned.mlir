// RUN: %run_report %s
//
// SYMPTOM: u4 value 15 taken as -1
// LINK: https://github.com/ROCm/rocMLIR/pull/1694
// RIGHT: stored 15 -> 15.0; quantize 15.4 -> 15, 16 -> 15, -1 -> 0
// UPSTREAM 22.1.8: wrong: 16.0 gives 0, -1.0 gives -1
//
// CASE @d(-1) -> 15
// CASE @f(15.4) -> 15
// CASE @f(16.0) -> 15
// CASE @f(-1.0) -> 0

!q = !quant.uniform<u4:f32, 1.0>
func.func @d(%x: i4) -> f32 {
  %0 = quant.scast %x : i4 to !q
  %1 = quant.dcast %0 : !q to f32
  return %1 : f32
}
func.func @f(%x: f32) -> i4 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i4
  return %1 : i4
}
