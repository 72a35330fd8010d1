// RUN: %run_report %s
//
// SYMPTOM: a legal f16 sub-channel scale prints with too few digits and is
//   then refused as too small
// LINK: own find
// RIGHT: what is printed parses to the same type
// UPSTREAM 22.1.8: prints 5.960460e-08, refused on reading: scale out of
//   expressed type range
//
// DO: roundtrip reparse
// WANT: accept

func.func private @f(tensor<2x1x!quant.uniform<i8:f16:{0:1}, {{6.0e-8},{1.0}}>>)
