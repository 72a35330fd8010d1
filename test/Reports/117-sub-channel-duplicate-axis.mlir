// RUN: %run_report %s
//
// SYMPTOM: an axis given twice in the block list is accepted
// LINK: own find
// RIGHT: error
// UPSTREAM 22.1.8: accepted (the last block size wins)
//
// DO: parse
// DO[builtin]: lower
// WANT: reject

!q = !quant.uniform<i8:f32:{0:2, 0:2}, {{1.0},{2.0}}>
func.func @f(%a: tensor<4x2xf32>) -> tensor<4x2x!q> {
  %0 = quant.qcast %a : tensor<4x2xf32> to tensor<4x2x!q>
  return %0 : tensor<4x2x!q>
}
