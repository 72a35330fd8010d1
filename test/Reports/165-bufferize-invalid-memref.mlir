// RUN: %run_report %s
//
// SYMPTOM: bufferizing a function with a quantized tensor argument makes a
//   memref the parser refuses (assertion in checked builds)
// LINK: https://github.com/llvm/llvm-project/issues/114730 (also
//   https://github.com/llvm/llvm-project/issues/173565)
// RIGHT: quantized types gone before bufferization: strip first, then it works
// UPSTREAM 22.1.8: makes memref<513x!quant.uniform<...>>, which does not
//   parse: invalid memref element type
//
// DO: bufferize reparse
// WANT: accept

func.func @main(%a: tensor<513x!quant.uniform<i16:f32, 1.0>>) {
  return
}
