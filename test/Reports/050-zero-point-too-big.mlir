// RUN: %run_report %s
//
// SYMPTOM: zero point 300 accepted for i8 storage
// LINK: https://github.com/openxla/stablehlo/issues/2074 (fixed there by
//   https://github.com/openxla/stablehlo/pull/2203)
// RIGHT: error: zero point must lie in the storage range
// UPSTREAM 22.1.8: accepted; the constant is cut to 8 bits (44)
//
// DO: parse
// DO[builtin]: lower
// WANT: reject

!q = !quant.uniform<i8:f32, 1.0:300>
func.func @f(%x: f32) -> !q {
  %0 = quant.qcast %x : f32 to !q
  return %0 : !q
}
