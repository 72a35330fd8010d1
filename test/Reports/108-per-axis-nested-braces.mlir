// RUN: %run_report %s
//
// SYMPTOM: a nested scale list is accepted for a per-axis type and flattened
//   ({{1,3},{2,4}} becomes four scales)
// LINK: own find
// RIGHT: error
// UPSTREAM 22.1.8: accepted and flattened
//
// DO: parse
// WANT: reject

!q = !quant.uniform<i8:f32:0, {{1.0,3.0},{2.0,4.0}}>
func.func @f(%x: tensor<4xf32>) -> tensor<4x!q> {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  return %0 : tensor<4x!q>
}
