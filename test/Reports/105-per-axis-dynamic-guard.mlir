// RUN: %run_report %s
//
// SYMPTOM: nothing checks at run time that a dynamic channel dimension has as
//   many elements as there are scales: reads past the scale table
// LINK: own find
// RIGHT: a run-time check in the lowered text (cf.assert, or an option for it)
// UPSTREAM 22.1.8: no check; with 4 elements and 2 scales the result has 2
//   elements
//
// DO: lower
// WANT: has cf.assert || shape.cstr

!q = !quant.uniform<i8:f32:0, {1.0, 2.0}>
func.func @f(%t: tensor<?xf32>) -> tensor<?x!q> {
  %0 = quant.qcast %t : tensor<?xf32> to tensor<?x!q>
  return %0 : tensor<?x!q>
}
