// RUN: %run_report %s
//
// SYMPTOM: tie together with a zero point: 0.5 with zero point 127 gave 128,
//   two other tools gave 127
// LINK: https://github.com/sonos/tract/pull/2672
// RIGHT: 127 when the zero point is added after rounding (ONNX), 128 when
//   added before, both with ties to even
// UPSTREAM 22.1.8: 127 for the tie, but only because it truncates (126.9 would
//   give 126)
//
// CASE[rne,zp-after] @f(0.5) -> 127
// CASE[rne,zp-before] @f(0.5) -> 128
// CASE @f(-127.0) -> 0
// CASE @f(128.0) -> 255

!q = !quant.uniform<u8:f32, 1.0:127>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
