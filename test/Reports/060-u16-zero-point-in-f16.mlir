// RUN: %run_report %s
//
// SYMPTOM: u16 zero point above 65504 overflows f16: infinity minus infinity
// LINK: https://github.com/openvinotoolkit/openvino/pull/33291 (also
//   https://github.com/openvinotoolkit/openvino/pull/33269)
// RIGHT: stored 65535, zero point 65535 -> 0; stored 65534 -> -0.5
// UPSTREAM 22.1.8: NaN for both
//
// CASE @f(-1) -> 0
// CASE @f(-2) -> -0.5

!q = !quant.uniform<u16:f16, 0.5:65535>
func.func @f(%x: i16) -> f16 {
  %0 = quant.scast %x : i16 to !q
  %1 = quant.dcast %0 : !q to f16
  return %1 : f16
}
