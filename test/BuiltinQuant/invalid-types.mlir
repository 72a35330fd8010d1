// RUN: %opt_with_plugin %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(quant-strip-types)'

// Types that MLIR accepts and this project refuses are refused by the pass that
// takes them out.

// expected-error@+1 {{illegal scale: nan: expected a positive finite number}}
func.func private @nan(!quant.uniform<i8:f32, 0x7FF8000000000000>)

// -----

// expected-error@+1 {{illegal block sizes: expected each axis once, but got axis 0 twice}}
func.func private @axis_twice(tensor<4x2x!quant.uniform<i8:f32:{0:2, 0:2}, {{1.0}, {2.0}}>>)

// -----

// expected-error@+1 {{scalar types may not use per-axis quantization}}
func.func private @scalar(!quant.uniform<i8:f32:0, {1.0, 2.0}>)

// -----

// expected-error@+1 {{expected a quantized type with an integer storage type}}
func.func private @calibrated(tensor<4x!quant.calibrated<f32<-1.0:1.0>>>)
