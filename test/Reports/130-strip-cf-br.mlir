// RUN: %run_report %s
//
// SYMPTOM: a quantized block argument stops the stripping of function types:
//   the whole pass fails
// LINK: own find
// RIGHT: cf.br and its block argument become i8
// UPSTREAM 22.1.8: error: failed to legalize func.func
//
// DO: strip canonicalize
// WANT: no-quant

!q = !quant.uniform<i8:f32, 2.0:10>
func.func @f(%a: !q) -> !q {
  cf.br ^bb1(%a : !q)
^bb1(%b: !q):
  return %b : !q
}
