// RUN: %run_report %s
//
// SYMPTOM: zero scale accepted when the expressed type is f128
// LINK: own find
// RIGHT: error
// UPSTREAM 22.1.8: accepted
//
// DO: parse
// DO[builtin]: lower
// WANT: reject

!q = !quant.uniform<i8:f128, 0.0>
func.func @f(%x: f128) -> !q {
  %0 = quant.qcast %x : f128 to !q
  return %0 : !q
}
