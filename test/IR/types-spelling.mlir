// RUN: quant-opt %s | FileCheck %s

// Odd spellings that MLIR's own dialect takes, too.

// CHECK: @leading_zero(!quant.uniform<u8:f32, 1.000000e+00>)
func.func private @leading_zero(!quant.uniform<u08:f32, 1.0>)
// CHECK: @long_prefix(!quant.uniform<i8:f32, 1.000000e+00>)
func.func private @long_prefix(!quant<uniform<i8:f32, 1.0>>)
// CHECK: @hexadecimal_integers(tensor<32x!quant.uniform<i8<-1:127>:f32:{0:16}, {1.000000e+00:16, 2.000000e+00}>>)
func.func private @hexadecimal_integers(tensor<32x!quant.uniform<i8<-0x1:0x7f>:f32:{0x0:0x10}, {1.0:0x10, 2.0:-0}>>)
// CHECK: @no_digits_behind_the_point(!quant.uniform<i8:f32, 1.000000e+03>)
func.func private @no_digits_behind_the_point(!quant.uniform<i8:f32, 1.e3>)
// CHECK: @spread(!quant.uniform<i8<-8:7>:f32, 1.000000e+00:2>)
func.func private @spread(!quant.uniform< i8 < -8 : 7 > // the storage
                          : f32                          // the expressed type
                          , 1.0 : 2 >)
