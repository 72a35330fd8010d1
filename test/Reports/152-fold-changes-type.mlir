// RUN: %run_report %s
//
// SYMPTOM: the dcast fold returns a value of another type when encodings
//   differ: invalid module after canonicalization (assertion in checked
//   builds)
// LINK: own find
// RIGHT: no fold, or the verifiers refuse the mix
// UPSTREAM 22.1.8: verifier error after canonicalize
//
// DO: canonicalize
// WANT: accept

!q = !quant.uniform<i8:f32, 2.0:3>
func.func @f(%a: tensor<4xf32, "e">) -> tensor<4xf32> {
  %0 = quant.qcast %a : tensor<4xf32, "e"> to tensor<4x!q>
  %1 = quant.dcast %0 : tensor<4x!q> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
