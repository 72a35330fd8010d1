// RUN: %opt_with_plugin %s --pass-pipeline='builtin.module(quant-normalize-types)' | FileCheck %s

// Types of MLIR's own are made from the view.

// CHECK-LABEL: func.func private @per_tensor
// CHECK-SAME: tensor<2x2x!quant.uniform<u8:f32, 2.000000e+00:255>>
func.func private @per_tensor(tensor<2x2x!quant.uniform<u8:f32:{0:2}, {{2.0:255}}>>)

// Zero points of unsigned storage: 255 isn't -1. Scales are f16 numbers, with
// the value that f16 gives to 0.1.
// CHECK-LABEL: func.func private @unsigned
// CHECK-SAME: tensor<2x4x!quant.uniform<u8:f16:0, {0.0999755859375:255,1.000000e+00:3}>>
func.func private @unsigned(tensor<2x4x!quant.uniform<u8:f16:{0:1}, {{0.1:255}, {1.0:3}}>>)

// CHECK-LABEL: func.func private @signed
// CHECK-SAME: tensor<2x4x!quant.uniform<i8<-127:127>:f32:0, {1.000000e+00:-127,2.000000e+00:127}>>
func.func private @signed(tensor<2x4x!quant.uniform<i8<-127:127>:f32:{0:1}, {{1.0:-127}, {2.0:127}}>>)

// CHECK-LABEL: func.func private @stays
// CHECK-SAME: tensor<?x4x!quant.uniform<i8:f32:{0:2}, {{[{][{]}}1.000000e+00}, {2.000000e+00{{[}][}]}}>>
func.func private @stays(tensor<?x4x!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>>)

// No parameters to look at.
// CHECK-LABEL: func.func private @none
// CHECK-SAME: (tensor<4x!quant.calibrated<f32<-1.000000e+00:1.000000e+00>>>, tensor<4x!quant.any<i8>>)
func.func private @none(tensor<4x!quant.calibrated<f32<-1.0:1.0>>>, tensor<4x!quant.any<i8>>)
