// RUN: %run_report %s
//
// SYMPTOM: per-axis dequantize of a tensor with an encoding: unresolved
//   materialization error
// LINK: own find
// RIGHT: lowers, encoding kept, or the op verifier refuses encodings
// UPSTREAM 22.1.8: error: unresolved materialization
//
// DO: lower
// WANT: accept

!q = !quant.uniform<i8:f32:0, {1.0,2.0,3.0,4.0}>
func.func @f(%a: tensor<4x!q, "e">) -> tensor<4xf32, "e"> {
  %0 = quant.dcast %a : tensor<4x!q, "e"> to tensor<4xf32, "e">
  return %0 : tensor<4xf32, "e">
}
