// RUN: %run_report %s
//
// SYMPTOM: dcast(qcast(x)) folds to x: rounding and clamping disappear
//   (fake-quantized graphs change value)
// LINK: https://github.com/Xilinx/llvm-aie/pull/1179
// RIGHT: x = 1000, i8<-10:10>, scale 2, zero point 3 -> (10-3)*2 = 14; x = 2.9
//   -> 2
// UPSTREAM 22.1.8: with --canonicalize before lowering: 1000, 2.9, -1000
//
// PRE: canonicalize
// CASE @f(1000.0) -> 14
// CASE @f(2.9) -> 2
// CASE @f(-1000.0) -> -26

!q = !quant.uniform<i8<-10:10>:f32, 2.0:3>
func.func @f(%x: f32) -> f32 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.dcast %0 : !q to f32
  return %1 : f32
}
