// RUN: %run_report %s
//
// SYMPTOM: 100 / bf16(0.1) is 999.02, in bf16 it is 1000
// LINK: own find
// RIGHT: 999
// UPSTREAM 22.1.8: 1000
//
// CASE @f(100.0) -> 999

!q = !quant.uniform<i16:bf16, 0.1>
func.func @f(%x: bf16) -> i16 {
  %0 = quant.qcast %x : bf16 to !q
  %1 = quant.scast %0 : !q to i16
  return %1 : i16
}
