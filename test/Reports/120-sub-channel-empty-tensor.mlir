// RUN: %run_report %s
//
// SYMPTOM: an empty tensor dimension is refused for sub-channel types only
// LINK: own find
// RIGHT: accepted, as for per-tensor types
// UPSTREAM 22.1.8: rejected
//
// DO: parse
// WANT: accept

!q = !quant.uniform<i8:f32:{1:2}, {{1.0}}>
func.func @f(%a: tensor<0x2xf32>) -> tensor<0x2x!q> {
  %0 = quant.qcast %a : tensor<0x2xf32> to tensor<0x2x!q>
  return %0 : tensor<0x2x!q>
}
