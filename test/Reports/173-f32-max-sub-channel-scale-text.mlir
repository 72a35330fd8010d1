// RUN: %run_report %s
//
// SYMPTOM: the largest f32 as a sub-channel scale prints rounded up and is
//   then refused
// LINK: own find
// RIGHT: what is printed parses
// UPSTREAM 22.1.8: prints 3.402823e+38, refused on reading: scale out of
//   expressed type range
//
// DO: roundtrip reparse
// WANT: accept

func.func private @f(tensor<2x1x!quant.uniform<i8:f32:{0:1}, {{3.40282346e38},{1.0}}>>)
