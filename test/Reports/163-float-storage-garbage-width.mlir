// RUN: %run_report %s
//
// SYMPTOM: a float or index storage type is read as an integer type: the error
//   shows a random width (type confusion, undefined behaviour)
// LINK: own find
// RIGHT: error: storage type must be an integer
// UPSTREAM 22.1.8: error: illegal storage type size: RANDOM NUMBER (different
//   on every run)
//
// DO: parse
// WANT: reject integ

func.func private @f(!quant.uniform<f32:f32, 1.0>)
