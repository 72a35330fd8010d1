// RUN: %run_report %s
//
// SYMPTOM: two scales that differ in the last bit were treated as equal by a
//   tolerance
// LINK: https://github.com/Xilinx/onnx-mlir/pull/408
// RIGHT: types that differ in the scale are not folded together
// UPSTREAM 22.1.8: not folded
//
// DO: canonicalize
// WANT: has quant.qcast

!a = !quant.uniform<i8:f32, 0.1>
!b = !quant.uniform<i8:f32, 0.10000001>
func.func @f(%x: !a) -> !b {
  %0 = quant.dcast %x : !a to f32
  %1 = quant.qcast %0 : f32 to !b
  return %1 : !b
}
