// RUN: %run_report %s
//
// SYMPTOM: results of scf.if keep the quantized type, so the function never
//   reaches the LLVM dialect
// LINK: https://github.com/iree-org/iree/issues/24814
// RIGHT: no quantized type left
// UPSTREAM 22.1.8: scf.if keeps !quant results
//
// DO: strip canonicalize
// WANT: no-quant

!q = !quant.uniform<i8:f32, 2.0:10>
func.func @f(%a: !q, %b: !q, %c: i1) -> !q {
  %r = scf.if %c -> !q {
    scf.yield %a : !q
  } else {
    scf.yield %b : !q
  }
  return %r : !q
}
