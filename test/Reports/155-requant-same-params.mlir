// RUN: %run_report %s
//
// SYMPTOM: requantize between equal types must be the identity on stored
//   values (fold of Q after DQ with several users)
// LINK: https://github.com/Xilinx/mlir-xten/pull/190
// RIGHT: every stored value comes back: -128 -> -128, -1 -> -1, 127 -> 127
// UPSTREAM 22.1.8: right
//
// CASE @f(-128) -> -128
// CASE @f(-1) -> -1
// CASE @f(127) -> 127
// CASE @f(13) -> 13

!q = !quant.uniform<i8:f32, 0.0123:-7>
func.func @f(%x: i8) -> i8 {
  %0 = quant.scast %x : i8 to !q
  %1 = quant.dcast %0 : !q to f32
  %2 = quant.qcast %1 : f32 to !q
  %3 = quant.scast %2 : !q to i8
  return %3 : i8
}
