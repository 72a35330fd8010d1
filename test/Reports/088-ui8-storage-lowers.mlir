// RUN: %run_report %s
//
// SYMPTOM: explicitly unsigned storage (ui8) parses but cannot be lowered
// LINK: https://github.com/llvm/llvm-project/pull/185952
// RIGHT: either refused by the parser or lowered like u8
// UPSTREAM 22.1.8: accepted by the parser; lower-quant-ops fails with an error
//   about quant.scast
//
// DO: lower strip
// WANT: accept

!q = !quant.uniform<ui8:f32, 2.0:10>
func.func @f(%x: !q) -> f32 {
  %0 = quant.dcast %x : !q to f32
  return %0 : f32
}
