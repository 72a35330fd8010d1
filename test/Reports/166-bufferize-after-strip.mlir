// RUN: %run_report %s
//
// SYMPTOM: the supported order: strip function types, then bufferize
// LINK: https://github.com/llvm/llvm-project/issues/114730
// RIGHT: works
// UPSTREAM 22.1.8: works
//
// DO: strip bufferize reparse
// WANT: accept

func.func @main(%a: tensor<513x!quant.uniform<i16:f32, 1.0>>) {
  return
}
