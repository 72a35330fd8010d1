// RUN: quant-opt %s -quant-normalize-types -split-input-file -verify-diagnostics

// A simpler type might fit where these don't.

// expected-error@+1 {{rank of scales must match rank of tensor: expected 3, but got 2}}
func.func private @rank(tensor<2x4x8x!quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>>)

// -----

// expected-error@+1 {{scalar types may not use sub-channel quantization}}
func.func private @scalar(!quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>)

// -----

// expected-error@+1 {{is not the 2 blocks of block size 1 that the scales describe}}
func.func private @size(tensor<3x4x!quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>>)
