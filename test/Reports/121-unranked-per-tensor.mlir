// RUN: %run_report %s
//
// SYMPTOM: unknown rank refused by the backend
// LINK: https://github.com/llvm/torch-mlir/issues/1677
// RIGHT: lowers without shape ops that need further passes, or documents them
// UPSTREAM 22.1.8: lowers, but to shape.* and tensor.reshape ops that need two
//   more conversions before bufferization
//
// DO: lower strip canonicalize
// WANT: no-quant

!q = !quant.uniform<i8:f32, 1.0>
func.func @f(%a: tensor<*xf32>) -> tensor<*xi8> {
  %0 = quant.qcast %a : tensor<*xf32> to tensor<*x!q>
  %1 = quant.scast %0 : tensor<*x!q> to tensor<*xi8>
  return %1 : tensor<*xi8>
}
