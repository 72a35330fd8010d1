// RUN: %run_report %s
//
// SYMPTOM: u16 upper bound taken as 65536
// LINK: https://github.com/openvinotoolkit/openvino/pull/21278
// RIGHT: 65535 -> 65535, 65536 -> 65535, 70000 -> 65535, -1 -> 0
// UPSTREAM 22.1.8: wrong: 65536.0 gives 0, 70000.0 gives 4464, -1.0 gives -1
//
// CASE @f(65535.0) -> 65535
// CASE @f(65536.0) -> 65535
// CASE @f(70000.0) -> 65535
// CASE @f(-1.0) -> 0

!q = !quant.uniform<u16:f32, 1.0>
func.func @f(%x: f32) -> i16 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i16
  return %1 : i16
}
