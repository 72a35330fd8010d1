// RUN: %run_report %s
//
// SYMPTOM: a hexadecimal scale is an f64 bit pattern whatever the expressed
//   type (f32 bits 0x3F800000 are refused as 5e-315, with no word about it)
// LINK: own find; upstream tests rely on the f64 reading
// RIGHT: keep the f64 reading, print it back, and say f64 bits in the error
// UPSTREAM 22.1.8: 1.0 (and 0x3F800000 gives: scale 5.263544e-315 out of
//   expressed type range)
//
// DO: roundtrip
// WANT: has 1.000000e+00

func.func private @f(!quant.uniform<i8:f32, 0x3FF0000000000000>)
