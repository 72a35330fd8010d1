// RUN: %run_report %s
//
// SYMPTOM: bytecode of quantize ops failed
// LINK: https://github.com/openxla/stablehlo/issues/1812
// RIGHT: round trip
// UPSTREAM 22.1.8: right
//
// DO: bytecode
// WANT: has <i8<-127:127>:f32

!q = !quant.uniform<i8<-127:127>:f32, 1.0>
func.func @f(%a: tensor<10x3xf32>) -> tensor<10x3xf32> {
  %0 = quant.qcast %a : tensor<10x3xf32> to tensor<10x3x!q>
  %1 = quant.dcast %0 : tensor<10x3x!q> to tensor<10x3xf32>
  return %1 : tensor<10x3xf32>
}
