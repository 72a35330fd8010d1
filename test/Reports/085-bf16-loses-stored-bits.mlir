// RUN: %run_report %s
//
// SYMPTOM: bf16 keeps 8 bits, so 1001 - 1000 computed in bf16 is 0
// LINK: own find; class of https://github.com/onnx/onnx/issues/6132
// RIGHT: 1001 - 1000 -> 1.0, 1003 - 1000 -> 3.0
// UPSTREAM 22.1.8: 1001 gives 0.0, 1003 gives 4.0
//
// CASE @f(1001) -> 1
// CASE @f(1003) -> 3

!q = !quant.uniform<i16:bf16, 1.0:1000>
func.func @f(%x: i16) -> bf16 {
  %0 = quant.scast %x : i16 to !q
  %1 = quant.dcast %0 : !q to bf16
  return %1 : bf16
}
