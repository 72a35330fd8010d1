// RUN: %run_report %s
//
// SYMPTOM: blocks of near-zero weights give subnormal scales; delegates then
//   refuse or divide to infinity
// LINK: https://github.com/google-ai-edge/ai-edge-quantizer/issues/678 (also
//   https://github.com/intel/auto-round/issues/622,
//   https://github.com/pytorch/ao/issues/1104)
// RIGHT: subnormal scales work without going through 1/scale: 3 * 2^-149
//   quantizes to 3, 1.0 saturates, stored 3 dequantizes to 3 * 2^-149
// UPSTREAM 22.1.8: wrong: 1.0 gives 0, -1.0 gives 0
//
// CASE @f(4.203895392974451e-45) -> 3
// CASE @f(1.0) -> 127
// CASE @f(-1.0) -> -128
// CASE @d(3) -> 4.203895392974451e-45

!q = !quant.uniform<i8:f32, 1.401298464324817e-45>
func.func @f(%x: f32) -> i8 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}
func.func @d(%x: i8) -> f32 {
  %0 = quant.scast %x : i8 to !q
  %1 = quant.dcast %0 : !q to f32
  return %1 : f32
}
