// RUN: %run_report %s
//
// SYMPTOM: zero point -1 accepted for u8 storage
// LINK: https://github.com/openxla/stablehlo/issues/2074
// RIGHT: error
// UPSTREAM 22.1.8: accepted; works as 255
//
// DO: parse
// DO[builtin]: lower
// WANT: reject

!q = !quant.uniform<u8:f32, 1.0:-1>
func.func @f(%x: f32) -> !q {
  %0 = quant.qcast %x : f32 to !q
  return %0 : !q
}
