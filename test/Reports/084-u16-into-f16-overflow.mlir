// RUN: %run_report %s
//
// SYMPTOM: u16 value above 65504 becomes infinity in f16 before it is scaled
// LINK: https://github.com/openvinotoolkit/openvino/pull/33291
// RIGHT: 65535 * 0.0009765625 -> 64.0 (f16 nearest to 63.99902)
// UPSTREAM 22.1.8: infinity
//
// CASE @f(-1) -> 64

!q = !quant.uniform<u16:f16, 0.0009765625>
func.func @f(%x: i16) -> f16 {
  %0 = quant.scast %x : i16 to !q
  %1 = quant.dcast %0 : !q to f16
  return %1 : f16
}
