// RUN: %run_report %s
//
// SYMPTOM: the storage bounds are applied after an overflowing float to int
//   conversion: -200 with bounds -10..10 becomes +10
// LINK: own find; same class as https://github.com/Xilinx/onnx-mlir/pull/145
// RIGHT: -200 -> -10, 200 -> 10, 1000 -> 10, -1000 -> -10
// UPSTREAM 22.1.8: wrong: -200.0 gives 10, 200.0 gives -10, 1000.0 gives -10,
//   -1000.0 gives 10
//
// CASE @f(-200.0) -> -10
// CASE @f(200.0) -> 10
// CASE @f(1000.0) -> 10
// CASE @f(-1000.0) -> -10
// CASE @f(3.0) -> 3

!q = !quant.uniform<i8<-10:10>:f32, 1.0>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
