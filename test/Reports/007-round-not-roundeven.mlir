// RUN: %run_report %s
//
// SYMPTOM: torch.round lowered to round-half-away instead of round-half-even
// LINK: https://github.com/llvm/torch-mlir/issues/1811
// RIGHT: 0.5 -> 0, 1.5 -> 2, 2.5 -> 2, -0.5 -> 0, -1.5 -> -2
// UPSTREAM 22.1.8: wrong: 1.5 gives 1, -1.5 gives -1
//
// CASE[rne] @f(0.5) -> 0
// CASE[rne] @f(1.5) -> 2
// CASE[rne] @f(2.5) -> 2
// CASE[rne] @f(-0.5) -> 0
// CASE[rne] @f(-1.5) -> -2
// CASE[away] @f(0.5) -> 1
// CASE[away] @f(2.5) -> 3

!q = !quant.uniform<i8:f32, 1.0>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
