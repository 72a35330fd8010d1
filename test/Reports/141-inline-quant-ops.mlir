// RUN: %run_report %s
//
// SYMPTOM: quant ops could not be inlined (no inliner interface)
// LINK: https://github.com/llvm/llvm-project/pull/172509
// RIGHT: inlined
// UPSTREAM 22.1.8: inlined
//
// DO: inline
// WANT: lacks call

!q = !quant.uniform<i8:f32, 1.0>
func.func private @g(%a: f32) -> !q {
  %0 = quant.qcast %a : f32 to !q
  return %0 : !q
}
func.func @f(%a: f32) -> !q {
  %0 = call @g(%a) : (f32) -> !q
  return %0 : !q
}
