// RUN: %run_report %s
//
// SYMPTOM: normalization crashes on a branch that carries a value of a type it
//   rewrites
// LINK: own find
// RIGHT: valid output
// UPSTREAM 22.1.8: segmentation fault (also with cf.cond_br)
//
// DO: normalize
// WANT: accept

!t = tensor<2x1x!quant.uniform<i8:f32:{0:1}, {{2.0},{1.0}}>>
func.func @f(%a: !t) -> !t {
  cf.br ^bb1(%a : !t)
^bb1(%b: !t):
  return %b : !t
}
