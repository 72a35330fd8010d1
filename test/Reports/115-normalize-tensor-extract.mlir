// RUN: %run_report %s
//
// SYMPTOM: normalization makes tensor.extract on a quantized tensor invalid
//   (element type not converted)
// LINK: own find
// RIGHT: valid output
// UPSTREAM 22.1.8: error: tensor.extract result type does not match element
//   type
//
// DO: normalize
// WANT: accept

!e = !quant.uniform<i8:f32:{}, {{2.0}}>
func.func @f(%a: tensor<2x1x!e>, %i: index) -> i8 {
  %s = quant.scast %a : tensor<2x1x!e> to tensor<2x1xi8>
  %e = tensor.extract %a[%i, %i] : tensor<2x1x!e>
  %r = tensor.extract %s[%i, %i] : tensor<2x1xi8>
  return %r : i8
}
