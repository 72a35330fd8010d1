// RUN: %run_report %s
//
// SYMPTOM: NaN scale accepted (comes out of broken calibration)
// LINK: https://github.com/NVIDIA/TensorRT/issues/3112 (also
//   https://github.com/NVIDIA/TensorRT/issues/2628)
// RIGHT: error: scale must be finite and positive
// UPSTREAM 22.1.8: accepted
//
// DO: parse
// DO[builtin]: lower
// WANT: reject

!q = !quant.uniform<i8:f32, 0x7FF8000000000000>
func.func @f(%x: f32) -> !q {
  %0 = quant.qcast %x : f32 to !q
  return %0 : !q
}
