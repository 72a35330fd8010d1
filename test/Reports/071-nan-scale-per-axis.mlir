// RUN: %run_report %s
//
// SYMPTOM: NaN scale accepted in a per-axis list
// LINK: https://github.com/openxla/stablehlo/issues/2074 (is_finite(scales))
// RIGHT: error
// UPSTREAM 22.1.8: accepted
//
// DO: parse
// DO[builtin]: lower
// WANT: reject

!q = !quant.uniform<i8:f32:0, {1.0, 0x7FF8000000000000}>
func.func @f(%x: tensor<2xf32>) -> tensor<2x!q> {
  %0 = quant.qcast %x : tensor<2xf32> to tensor<2x!q>
  return %0 : tensor<2x!q>
}
