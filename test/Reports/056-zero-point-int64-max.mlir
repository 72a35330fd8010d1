// RUN: %run_report %s
//
// SYMPTOM: zero point 9223372036854775807 accepted for i8 storage
// LINK: own find
// RIGHT: error
// UPSTREAM 22.1.8: accepted
//
// DO: parse
// DO[builtin]: lower
// WANT: reject

!q = !quant.uniform<i8:f32, 0.1:9223372036854775807>
func.func @f(%x: f32) -> !q {
  %0 = quant.qcast %x : f32 to !q
  return %0 : !q
}
