// RUN: %run_report %s
//
// SYMPTOM: sub-channel zero point 300 silently becomes 44 at parse time (an
//   assertion in checked builds)
// LINK: own find; class of https://github.com/openxla/stablehlo/issues/2074
// RIGHT: error
// UPSTREAM 22.1.8: accepted; the type prints with 44
//
// DO: parse
// WANT: reject

!q = !quant.uniform<i8:f32:{0:1}, {{1.0:300}, {1.0}}>
func.func @f(%x: tensor<2x1xf32>) -> tensor<2x1x!q> {
  %0 = quant.qcast %x : tensor<2x1xf32> to tensor<2x1x!q>
  return %0 : tensor<2x1x!q>
}
