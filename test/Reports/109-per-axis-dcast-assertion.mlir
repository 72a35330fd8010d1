// RUN: %run_report %s
//
// SYMPTOM: per-axis dequantize ran into an assertion of the unary elementwise
//   lowering
// LINK: https://github.com/onnx/onnx-mlir/issues/2742
// RIGHT: lowers
// UPSTREAM 22.1.8: right
//
// DO: lower strip canonicalize
// WANT: no-quant

!q = !quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>
func.func @f(%t: tensor<2x3x!q>) -> tensor<2x3xf32> {
  %0 = quant.dcast %t : tensor<2x3x!q> to tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
