// RUN: %run_report %s
//
// SYMPTOM: qcast to !quant.any is accepted by the verifier; the lowering then
//   makes an op that uses its own result
// LINK: own find
// RIGHT: refused by the qcast verifier with a text about uniform types
// UPSTREAM 22.1.8: accepted; lower-quant-ops then reports quant.scast(%0) with
//   itself as operand
//
// DO: parse
// DO[builtin]: lower
// WANT: reject

func.func @f(%a: f32) -> !quant.any<i8:f32> {
  %0 = quant.qcast %a : f32 to !quant.any<i8:f32>
  return %0 : !quant.any<i8:f32>
}
