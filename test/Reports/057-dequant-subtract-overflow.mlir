// RUN: %run_report %s
//
// SYMPTOM: 8-bit subtraction of the zero point overflowed
// LINK: https://github.com/ROCm/rocMLIR/pull/1567 (also
//   https://github.com/onnx/onnx/issues/6132)
// RIGHT: i8: (127 - -128) = 255; (-128 - 127) = -255; u8: (0 - 200) = -200
// UPSTREAM 22.1.8: right
//
// CASE @f(127) -> 255
// CASE @g(-128) -> -255
// CASE @u(0) -> -200
// CASE @u(-1) -> 55

!q = !quant.uniform<i8:f32, 1.0:-128>
!r = !quant.uniform<i8:f32, 1.0:127>
!u = !quant.uniform<u8:f32, 1.0:200>
func.func @f(%x: i8) -> f32 {
  %0 = quant.scast %x : i8 to !q
  %1 = quant.dcast %0 : !q to f32
  return %1 : f32
}
func.func @g(%x: i8) -> f32 {
  %0 = quant.scast %x : i8 to !r
  %1 = quant.dcast %0 : !r to f32
  return %1 : f32
}
func.func @u(%x: i8) -> f32 {
  %0 = quant.scast %x : i8 to !u
  %1 = quant.dcast %0 : !u to f32
  return %1 : f32
}
