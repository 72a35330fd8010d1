// RUN: %run_report %s
//
// SYMPTOM: func.constant and call_indirect are not converted: verifier error
//   after the pass
// LINK: own find
// RIGHT: converted
// UPSTREAM 22.1.8: verifier error: reference to function with mismatched type
//
// DO: strip
// WANT: no-quant

!q = !quant.uniform<i8:f32, 2.0:10>
func.func private @g(!q) -> !q
func.func @f(%a: !q) -> !q {
  %fn = constant @g : (!q) -> !q
  %r = call_indirect %fn(%a) : (!q) -> !q
  return %r : !q
}
