// RUN: %run_report %s
//
// SYMPTOM: dcast from !quant.any crashes the lowering
// LINK: own find
// RIGHT: an error that names the type, no crash
// UPSTREAM 22.1.8: segmentation fault
//
// DO: lower
// WANT: reject

func.func @f(%a: !quant.any<i8:f32>) -> f32 {
  %0 = quant.dcast %a : !quant.any<i8:f32> to f32
  return %0 : f32
}
