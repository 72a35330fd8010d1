// RUN: quant-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected scales in braces or as dense elements of type f32, but got an attribute of type f64}}
!a = !quant.uniform<i8:f32:0, 2.0>

// -----

// expected-error@+1 {{expected scales in braces or as dense elements of type f32, but got an attribute of type tensor<2xf64>}}
!a = !quant.uniform<i8:f32:0, dense<[0.5, 0.25]> : tensor<2xf64>>

// -----

// expected-error@+1 {{expected scales in braces or as dense elements of type f32, but got [5.000000e-01, 2.500000e-01]}}
!a = !quant.uniform<i8:f32:0, [0.5, 0.25]>

// -----

// A resource is known at the end of the text only.
// Hint: dense elements may be hexadecimal: `dense<"0x...">`; a resource isn't read yet where the type is.
// expected-error@+1 {{expected scales in braces or as dense elements of type f32, but got an attribute of type tensor<2xf32>}}
!a = !quant.uniform<i8:f32:0, dense_resource<scales> : tensor<2xf32>>

// -----

// expected-error@+1 {{illegal shape of the parameters: expected one axis and scales of rank 1, but got axes: 1, block sizes: 0, rank of the scales: 2}}
!a = !quant.uniform<i8:f32:0, dense<[[0.5, 0.25]]> : tensor<1x2xf32>>

// -----

// expected-error@+1 {{expected at least one scale, but got none}}
!a = !quant.uniform<i8:f32:0, dense<> : tensor<0xf32>>

// -----

// expected-error@+1 {{illegal scale}}
!a = !quant.uniform<i8:f32:0, dense<[0.5, 0x7FC00000]> : tensor<2xf32>>

// -----

// Hint: one scale for all is that of a type without axes: `!quant.uniform<i8:f32, 0.5>`.
// expected-error@+1 {{expected at most 1048576 parameters, but got those of the shape [1048577]}}
!a = !quant.uniform<i8:f32:0, dense<0.5> : tensor<1048577xf32>>

// -----

// The product of the sizes is negative in 64 bits.
// expected-error@+1 {{expected at most 1048576 parameters, but got those of the shape [4294967296, 2147483648]}}
!a = !quant.uniform<i8:f32:{0:1}, dense<0.5> : tensor<4294967296x2147483648xf32>>

// -----

// It is 0 in 64 bits.
// expected-error@+1 {{expected at most 1048576 parameters, but got those of the shape [4294967296, 4294967296]}}
!a = !quant.uniform<i8:f32:{0:1}, dense<0.5> : tensor<4294967296x4294967296xf32>>

// -----

// It is 1 in 64 bits, as many as there are zero points.
// expected-error@+1 {{expected at most 1048576 parameters, but got those of the shape [274177, 67280421310721]}}
!a = !quant.uniform<i8:f32:{0:1}, dense<0.5> : tensor<274177x67280421310721xf32>>

// -----

// Hint: elements of the width of the storage are its bits, those of i64 numbers.
// expected-error@+1 {{expected zero points as dense elements of type i8 or i64, but got an attribute of type tensor<1xi32>}}
!a = !quant.uniform<i8:f32:0, dense<0.5> : tensor<1xf32> : dense<1> : tensor<1xi32>>

// -----

// expected-error@+1 {{expected zero points as dense elements of type i8 or i64, but got an attribute of type tensor<1xui8>}}
!a = !quant.uniform<u8:f32:0, dense<0.5> : tensor<1xf32> : dense<1> : tensor<1xui8>>

// -----

// expected-error@+1 {{expected zero points of the shape of the scales, [2], but got [1]}}
!a = !quant.uniform<i8:f32:0, dense<0.5> : tensor<2xf32> : dense<1> : tensor<1xi8>>

// -----

// expected-error@+1 {{expected scales that are values of f64, but got 1.00000000000000000000000000000000019}}
!a = !quant.uniform<i8:f128:0, dense<"0x0100000000000000000000000000FF3F"> : tensor<1xf128>>

// -----

// expected-error@+1 {{expected no quantized type among the parameters of another}}
!a = !quant.uniform<i8:f32:0, dense<0.5> : tensor<1x!quant.any<i8>>>

// -----

// T6: as many dimensions as MLIR's tensors can be expected to have, and no more.
// expected-error@+1 {{illegal shape of the parameters: expected at most 256 dimensions, but got 257}}
!a = !quant.uniform<i8:f32:{0:1}, dense<1.0> : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>>
