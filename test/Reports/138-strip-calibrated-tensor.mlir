// RUN: %run_report %s
//
// SYMPTOM: a calibrated type in a tensor argument crashes the stripping pass
// LINK: own find
// RIGHT: an error, no crash
// UPSTREAM 22.1.8: segmentation fault
//
// DO: strip
// WANT: reject

func.func private @f(tensor<4x!quant.calibrated<f32<-1.0:1.0>>>)
