// RUN: %run_report %s
//
// SYMPTOM: u8 sub-channel zero point 255 prints as -1
// LINK: own find
// RIGHT: 255
// UPSTREAM 22.1.8: prints -1
//
// DO: roundtrip
// WANT: has :255

func.func private @f(tensor<1x1x!quant.uniform<u8:f32:{0:1}, {{2.0:255}}>>)
