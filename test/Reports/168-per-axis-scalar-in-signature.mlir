// RUN: %run_report %s
//
// SYMPTOM: a per-axis type on a scalar, or an axis beyond the rank, passes
//   unseen in a function signature and is stripped silently
// LINK: own find
// RIGHT: an error in the stripping pass
// UPSTREAM 22.1.8: accepted and stripped silently
//
// DO: strip
// WANT: reject

func.func @f(%a: !quant.uniform<i8:f32:0, {1.0,2.0}>, %b: tensor<3x!quant.uniform<i8:f32:7, {1.0,2.0}>>) {
  return
}
