// RUN: %run_report %s
//
// SYMPTOM: negative axis normalised wrongly picked a neighbouring channel
//   silently
// LINK: https://github.com/apple/coreai-torch/pull/24 (also
//   https://github.com/NVIDIA/TensorRT/issues/1362)
// RIGHT: axis -1 is refused with a clear text
// UPSTREAM 22.1.8: right
//
// DO: parse
// WANT: reject

func.func private @f(tensor<2x!quant.uniform<i8:f32:-1, {1.0, 2.0}>>)
