// RUN: %run_report %s
//
// SYMPTOM: the scale is kept as f64 though it is of the expressed type: f16
//   0.1 and f16 0.0999755859375 are the same number but two types
// LINK: own find; rule C5 of https://github.com/openxla/stablehlo/issues/2074
// RIGHT: one type
// UPSTREAM 22.1.8: two types, the casts do not cancel
//
// DO: canonicalize
// WANT: lacks quant.scast

!a = !quant.uniform<i8:f16, 0.1>
!b = !quant.uniform<i8:f16, 0.0999755859375>
func.func @f(%x: !a) -> !b {
  %0 = quant.scast %x : !a to i8
  %1 = quant.scast %0 : i8 to !b
  return %1 : !b
}
