// RUN: quant-opt %s --split-input-file --verify-diagnostics

// At least one case for each labelled rule of the types, the dialect and the ops;
// rule-labels.test checks that none is missing.

//===----------------------------------------------------------------------===//
// Rules of the types
//===----------------------------------------------------------------------===//

// T1: the storage is an integer.
// Hint: quantization to f8 and the like is a plain conversion: arith.truncf of the number divided by the scale.
// expected-error@+1 {{illegal storage type: expected an integer, but got 'f8E4M3FN'}}
func.func private @t1(!quant.uniform<f8E4M3FN:f32, 1.0>)

// -----

// T1: of this spelling.
// expected-error@+1 {{illegal storage type: expected an integer such as i8 or u8, but got 'x8'}}
func.func private @t1(!quant.uniform<x8:f32, 1.0>)

// -----

// T1: of at least one bit.
// expected-error@+1 {{illegal storage type size: 0: expected 1 to 64 bits}}
func.func private @t1(!quant.uniform<u0:f32, 1.0>)

// -----

// T1: of at most 64 bits.
// expected-error@+1 {{illegal storage type size: 65: expected 1 to 64 bits}}
func.func private @t1(!quant.uniform<i65:f32, 1.0>)

// -----

// T1: any.
// expected-error@+1 {{illegal storage type size: 65: expected 1 to 64 bits}}
func.func private @t1(!quant.any<u65>)

// -----

// T2: minimum.
// expected-error@+1 {{illegal storage type minimum: -129: expected at least -128}}
func.func private @t2(!quant.uniform<i8<-129:127>:f32, 1.0>)

// -----

// T2: minimum, unsigned.
// expected-error@+1 {{illegal storage type minimum: -1: expected at least 0}}
func.func private @t2(!quant.uniform<u8<-1:127>:f32, 1.0>)

// -----

// T2: maximum.
// expected-error@+1 {{illegal storage type maximum: 128: expected at most 127}}
func.func private @t2(!quant.uniform<i8<-128:128>:f32, 1.0>)

// -----

// T2: minimum above maximum.
// expected-error@+1 {{illegal storage min and storage max: (7:-8): expected min < max within (-128:127)}}
func.func private @t2(!quant.uniform<i8<7:-8>:f32, 1.0>)

// -----

// T2: minimum equal to maximum.
// expected-error@+1 {{illegal storage min and storage max: (18446744073709551615:18446744073709551615): expected min < max within (0:18446744073709551615)}}
func.func private @t2(!quant.uniform<u64<18446744073709551615:18446744073709551615>:f32, 1.0>)

// -----

// T2: any.
// expected-error@+1 {{illegal storage min and storage max: (7:-8): expected min < max within (-8:7)}}
func.func private @t2(!quant.any<i4<7:-8>>)

// -----

// T2: more than 64 bits.
// expected-error@+1 {{integer value too small: expected a signed one of 64 bits, but got -9223372036854775809}}
func.func private @t2(!quant.uniform<i64<-9223372036854775809:127>:f32, 1.0>)

// -----

// T3: uniform.
// expected-error@+1 {{illegal expressed type: expected a float, but got 'i32'}}
func.func private @t3(!quant.uniform<i8:i32, 1.0>)

// -----

// T3: any.
// expected-error@+1 {{illegal expressed type: expected a float, but got 'tensor<2xf32>'}}
func.func private @t3(!quant.any<i8:tensor<2xf32>>)

// -----

// T3: calibrated.
// expected-error@+1 {{illegal expressed type: expected a float, but got 'i8'}}
func.func private @t3(!quant.calibrated<i8<-1.0:1.0>>)

// -----

// T4: negative.
// expected-error@+1 {{illegal scale: -1.000000e+00: expected a positive finite number}}
func.func private @t4(!quant.uniform<i8:f32, -1.0>)

// -----

// T4: zero.
// expected-error@+1 {{illegal scale: 0.000000e+00: expected a positive finite number}}
func.func private @t4(!quant.uniform<i8:f128, 0.0>)

// -----

// T4: infinite.
// expected-error@+1 {{illegal scale: INF: expected a positive finite number}}
func.func private @t4(!quant.uniform<i8:f64, 0x7FF0000000000000>)

// -----

// T4: no number.
// expected-error@+1 {{illegal scale: nan: expected a positive finite number}}
func.func private @t4(tensor<2x!quant.uniform<i8:f32:0, {1.0, 0x7FF8000000000000}>>)

// -----

// T4: in a block.
// expected-error@+1 {{illegal scale: -2.000000e+00: expected a positive finite number}}
func.func private @t4(tensor<2x!quant.uniform<i8:f32:{0:1}, {1.0, -2.0}>>)

// -----

// T5: too large.
// expected-error@+1 {{scale 6.5505E+4 out of expressed type range [5.9605E-8, 6.5504E+4] of 'f16'}}
func.func private @t5(!quant.uniform<i8:f16, 65505.0>)

// -----

// T5: too small.
// Hint: a hexadecimal scale has the 64 bits of an f64, whatever the expressed type is.
// expected-error@+1 {{out of expressed type range [1.40129846E-45, 3.40282347E+38] of 'f32' (a hexadecimal scale is read as f64 bits)}}
func.func private @t5(!quant.uniform<i8:f32, 0x3F800000>)

// -----

// T6: no parameter, per axis.
// expected-error@+1 {{expected at least one scale, but got none}}
func.func private @t6(tensor<2x!quant.uniform<i8:f32:0, {}>>)

// -----

// T6: no parameter, blocked.
// Hint: per axis there is one list of scales; blocked, as many nested lists as the tensor has dimensions.
// expected-error@+1 {{expected floating point literal}}
func.func private @t6(tensor<2x!quant.uniform<i8:f32:{0:1}, {}>>)

// -----

// T6: no rectangular grid.
// Hint: lists at the same depth have the same length.
// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @t6(tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:1}, {{1.0, 2.0}, {3.0}}>>)

// -----

// T6: numbers and lists side by side.
// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @t6(tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:1}, {{1.0, 2.0}, 3.0}>>)

// -----

// T6: one list a channel is none too many.
// expected-error@+1 {{expected floating point literal}}
func.func private @t6(tensor<4x!quant.uniform<i8:f32:0, {{1.0, 3.0}, {2.0, 4.0}}>>)

// -----

// T7: per axis.
// expected-error@+1 {{illegal quantized dimension: -1: expected an axis of at least 0}}
func.func private @t7(tensor<2x!quant.uniform<i8:f32:-1, {1.0, 2.0}>>)

// -----

// T7: blocked.
// expected-error@+1 {{illegal quantized dimension: -1: expected an axis of at least 0}}
func.func private @t7(tensor<2x2x!quant.uniform<i8:f32:{-1:1, 1:2}, {{1.0}, {2.0}}>>)

// -----

// T7: beyond 31 bits.
// expected-error@+1 {{illegal quantized dimension: 2147483648: expected an axis of at most 2147483647}}
func.func private @t7(tensor<*x!quant.uniform<i8:f32:2147483648, {1.0, 2.0}>>)

// -----

// T8: zero.
// expected-error@+1 {{illegal block size: 0: expected at least 1}}
func.func private @t8(tensor<2x!quant.uniform<i8:f32:{0:0}, {1.0, 2.0}>>)

// -----

// T8: negative.
// expected-error@+1 {{illegal block size: -1: expected at least 1}}
func.func private @t8(tensor<2x!quant.uniform<i8:f32:{0:-1}, {1.0, 2.0}>>)

// -----

// T8: twice.
// expected-error@+1 {{illegal block sizes: expected each axis once, but got axis 0 twice}}
func.func private @t8(tensor<4x2x!quant.uniform<i8:f32:{0:2, 0:2}, {{1.0}, {2.0}}>>)

// -----

// T9: too large.
// expected-error@+1 {{integer value too large: expected a signed one of 64 bits, but got 9223372036854775808}}
func.func private @t9(!quant.uniform<i8:f32, 1.0:9223372036854775808>)

// -----

// T9: too small.
// expected-error@+1 {{integer value too small: expected a signed one of 64 bits, but got -9223372036854775809}}
func.func private @t9(!quant.uniform<i64:f32, 1.0:-9223372036854775809>)

// -----

// T9: too large for u64.
// expected-error@+1 {{integer value too large: expected an unsigned one of 64 bits, but got 18446744073709551616}}
func.func private @t9(!quant.uniform<u64:f32, 1.0:18446744073709551616>)

// -----

// T9: negative for u64.
// expected-error@+1 {{integer value too small: expected an unsigned one of 64 bits, but got -1}}
func.func private @t9(!quant.uniform<u64:f32, 1.0:-1>)

// -----

// T9: no integer.
// expected-error@+1 {{expected integer value, but got 'x'}}
func.func private @t9(!quant.uniform<i8:f32, 1.0:x>)

// -----

// Quantized types don't nest, in any depth.
// expected-error@+1 {{expected no quantized type among the parameters of another, but got !quant.any}}
func.func private @nested(!quant.uniform<!quant.any<i8>:f32, 1.0>)

// -----

// Quantized types don't nest.
// expected-error@+1 {{expected no quantized type among the parameters of another, but got !quant.uniform}}
func.func private @nested(!quant.any<i8:tensor<2x!quant.uniform<i8:f32, 1.0>>>)

// -----

// The range of a calibrated type.
// expected-error@+1 {{illegal min and max: (1.000000e+00:1.000000e+00): expected finite min < max}}
func.func private @calibrated(!quant.calibrated<f32<1.0:1.0>>)

// -----

// The range of a calibrated type.
// expected-error@+1 {{illegal min and max: (-1.000000e+00:INF): expected finite min < max}}
func.func private @calibrated(!quant.calibrated<f64<-1.0:0x7FF0000000000000>>)

// -----

// A range is no storage.
// Hint: choose the storage, and give the scale and zero point for the range in a !quant.uniform.
// expected-error@+1 {{invalid memref element type}}
func.func private @calibrated(memref<2x!quant.calibrated<f32<-1.0:1.0>>>)

//===----------------------------------------------------------------------===//
// Rules of the dialect: where a type may stand
//===----------------------------------------------------------------------===//

// -----

// I1, dcast C5: per axis.
// Hint: take elements out of the stored integers (`quant.scast`) or of the numbers (`quant.dcast`) instead.
func.func @i1(%input: !quant.uniform<i8:f32:0, {1.0, 2.0}>) {
  // expected-error@+1 {{scalar types may not use per-axis quantization: expected the element type of a tensor or memref}}
  %0 = quant.dcast %input : !quant.uniform<i8:f32:0, {1.0, 2.0}> to f32
  return
}

// -----

// I1, qcast C5: blocked.
func.func @i1(%input: f32) {
  // expected-error@+1 {{scalar types may not use sub-channel quantization: expected the element type of a tensor or memref}}
  %0 = quant.qcast %input : f32 to !quant.uniform<i8:f32:{0:1, 1:2}, {{1.0}, {2.0}}>
  return
}

// -----

// I1, scast C6.
func.func @i1(%input: i8) {
  // expected-error@+1 {{scalar types may not use per-axis quantization: expected the element type of a tensor or memref}}
  %0 = quant.scast %input : i8 to !quant.uniform<i8:f32:0, {1.0, 2.0}>
  return
}

// -----

// I2, dcast C5.
func.func @i2(%input: tensor<1x2x!quant.uniform<i8:f32:2, {1.0, 2.0}>>) {
  // expected-error@+1 {{quantized dimension must be less than tensor rank: expected axis 2 to be below rank 2}}
  %0 = quant.dcast %input : tensor<1x2x!quant.uniform<i8:f32:2, {1.0, 2.0}>> to tensor<1x2xf32>
  return
}

// -----

// I2: an axis that no tensor has.
func.func @i2(%input: tensor<2xf32>) {
  // expected-error@+1 {{expected axis 2147483647 to be below rank 1}}
  %0 = quant.qcast %input : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:2147483647, {1.0, 2.0}>>
  return
}

// -----

// I2, scast C6: no rank at all.
func.func @i2(%input: tensor<i8>) {
  // expected-error@+1 {{expected axis 0 to be below rank 0}}
  %0 = quant.scast %input : tensor<i8> to tensor<!quant.uniform<i8:f32:0, {1.0}>>
  return
}

// -----

// I3, qcast C5.
func.func @i3(%input: tensor<?x3xf32>) {
  // expected-error@+1 {{quantized dimension size does not match number of scales: expected dimension 1 to have 4 elements, but got 3}}
  %0 = quant.qcast %input : tensor<?x3xf32> to tensor<?x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>>
  return
}

// -----

// I4: unranked.
// Hint: cast to a ranked tensor first (`tensor.cast`).
func.func @i4(%input: tensor<*xf32>) {
  // expected-error@+1 {{tensor containing the sub-channel quantized type must be ranked, but got an unranked one}}
  %0 = quant.qcast %input : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0}, {2.0}}>>
  return
}

// -----

// I4: another rank.
func.func @i4(%input: tensor<2x2x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0}>>) {
  // expected-error@+1 {{rank of scales must match rank of tensor: expected 2, but got 1}}
  %0 = quant.dcast %input : tensor<2x2x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0}>> to tensor<2x2xf32>
  return
}

// -----

// I5.
func.func @i5(%input: tensor<2x2xf32>) {
  // expected-error@+1 {{quantized dimension must be less than tensor rank: expected axis 2 to be below rank 2}}
  %0 = quant.qcast %input : tensor<2x2xf32> to tensor<2x2x!quant.uniform<i8:f32:{2:1, 1:2}, {{1.0}, {2.0}}>>
  return
}

// -----

// I6: no whole number of blocks.
// Hint: pad the tensor, or choose blocks that divide its size.
func.func @i6(%input: tensor<6x2xf32>) {
  // expected-error@+1 {{tensor dimension size 6 at axis 0 is not the 1 blocks of block size 4 that the scales describe}}
  %0 = quant.qcast %input : tensor<6x2xf32> to tensor<6x2x!quant.uniform<i8:f32:{0:4, 1:1}, {{1.0, 2.0}}>>
  return
}

// -----

// I6: the wrong number of blocks.
func.func @i6(%input: tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0}, {2.0}, {3.0}}>>) {
  // expected-error@+1 {{tensor dimension size 6 at axis 0 is not the 3 blocks of block size 3 that the scales describe}}
  %0 = quant.dcast %input : tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0}, {2.0}, {3.0}}>> to tensor<6x2xf32>
  return
}

// -----

// I6: more elements than a dimension can have.
func.func @i6(%input: tensor<?xf32>) {
  // expected-error@+1 {{tensor dimension at axis 0 can't have the 2 blocks of block size 4611686018427387904 that the scales describe: expected less than 2^63 elements}}
  %0 = quant.qcast %input : tensor<?xf32> to tensor<?x!quant.uniform<i8:f32:{0:4611686018427387904}, {1.0, 2.0}>>
  return
}

// -----

// I6: 3 blocks of a third of 2^64 + 2, which is 2 in 64 bits.
func.func @i6(%input: tensor<2xf32>) {
  // expected-error@+1 {{tensor dimension at axis 0 can't have the 3 blocks of block size 6148914691236517206 that the scales describe: expected less than 2^63 elements}}
  %0 = quant.qcast %input : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:{0:6148914691236517206}, {1.0, 2.0, 3.0}>>
  return
}

// -----

// I6: an axis without a block size.
func.func @i6(%input: tensor<6x2xf32>) {
  // expected-error@+1 {{axis 1 has no block size: expected one block of scales along it, but got 2}}
  %0 = quant.qcast %input : tensor<6x2xf32> to tensor<6x2x!quant.uniform<i8:f32:{0:6}, {{1.0, 2.0}}>>
  return
}

// -----

// I6, scast C6: a product beyond 64 bits.
func.func @i6(%input: tensor<2xi8>) {
  // expected-error@+1 {{tensor dimension size 2 at axis 0 is not the 2 blocks of block size 4611686018427387903 that the scales describe}}
  %0 = quant.scast %input : tensor<2xi8> to tensor<2x!quant.uniform<i8:f32:{0:4611686018427387903}, {1.0, 2.0}>>
  return
}

//===----------------------------------------------------------------------===//
// Rules of the dialect: numbers
//===----------------------------------------------------------------------===//

// -----

// S1, qcast C6.
// Hint: a zero point may lie outside the bounds, as in `u8<17:97>`, but not outside the width.
func.func @s1(%input: f32) {
  // expected-error@+1 {{expected zero points that the storage holds, within [-128, 127], but got 300}}
  %0 = quant.qcast %input : f32 to !quant.uniform<i8:f32, 1.0:300>
  return
}

// -----

// S1, dcast C6: unsigned.
func.func @s1(%input: !quant.uniform<u8:f32, 1.0:-1>) {
  // expected-error@+1 {{expected zero points that the storage holds, within [0, 255], but got -1}}
  %0 = quant.dcast %input : !quant.uniform<u8:f32, 1.0:-1> to f32
  return
}

// -----

// S1: bounds narrower than the width don't widen it.
func.func @s1(%input: f32) {
  // expected-error@+1 {{expected zero points that the storage holds, within [0, 255], but got 256}}
  %0 = quant.qcast %input : f32 to !quant.uniform<u8<1:255>:f32, 1.0:256>
  return
}

// -----

// S1: one of several.
func.func @s1(%input: tensor<2xf32>) {
  // expected-error@+1 {{expected zero points that the storage holds, within [-128, 127], but got -129 at index 1}}
  %0 = quant.qcast %input : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0:-129}>>
  return
}

// -----

// S1: just beyond a wide storage.
func.func @s1(%input: f32) {
  // expected-error@+1 {{expected zero points that the storage holds, within [0, 9223372036854775807], but got -1}}
  %0 = quant.qcast %input : f32 to !quant.uniform<u63:f32, 1.0:-1>
  return
}

//===----------------------------------------------------------------------===//
// Rules of dcast
//===----------------------------------------------------------------------===//

// -----

// dcast C1.
func.func @dcast_c1(%input: i8) {
  // expected-error@+1 {{operand #0 must be scalar or tensor of quantized type, but got 'i8'}}
  %0 = "quant.dcast"(%input) : (i8) -> f32
  return
}

// -----

// dcast C1: any.
// Hint: write the type as !quant.uniform, with its scale and zero point.
func.func @dcast_c1(%input: !quant.any<i8:f32>) {
  // expected-error@+1 {{expected a scalar or tensor of !quant.uniform, but got !quant.any<i8:f32>, which has no scale to compute with}}
  %0 = quant.dcast %input : !quant.any<i8:f32> to f32
  return
}

// -----

// dcast C1: calibrated.
func.func @dcast_c1(%input: tensor<2x!quant.calibrated<f32<-1.0:1.0>>>) {
  // expected-error@+1 {{expected a scalar or tensor of !quant.uniform, but got tensor<2x!quant.calibrated<f32<-1.000000e+00:1.000000e+00>>>}}
  %0 = quant.dcast %input : tensor<2x!quant.calibrated<f32<-1.0:1.0>>> to tensor<2xf32>
  return
}

// -----

// dcast C1: a memref.
func.func @dcast_c1(%input: memref<2x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error@+1 {{operand #0 must be scalar or tensor of quantized type}}
  %0 = quant.dcast %input : memref<2x!quant.uniform<i8:f32, 2.0>> to tensor<2xf32>
  return
}

// -----

// dcast C2.
func.func @dcast_c2(%input: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{result #0 must be scalar or tensor of floating-point, but got 'i32'}}
  %0 = quant.dcast %input : !quant.uniform<i8:f32, 2.0> to i32
  return
}

// -----

// dcast C3.
// Hint: convert the floats by arith.extf or arith.truncf.
func.func @dcast_c3(%input: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type: expected 'f32', but got 'f64'}}
  %0 = quant.dcast %input : !quant.uniform<i8:f32, 2.0> to f64
  return
}

// -----

// dcast C4: scalar and tensor.
func.func @dcast_c4(%input: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{expected input and result to be both scalars or both tensors, but got !quant.uniform<i8:f32, 2.000000e+00> and tensor<f32>}}
  %0 = quant.dcast %input : !quant.uniform<i8:f32, 2.0> to tensor<f32>
  return
}

// -----

// dcast C4: ranked and unranked.
// Hint: change the shape of the quantized tensor by `tensor.cast`.
func.func @dcast_c4(%input: tensor<*x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error@+1 {{expected input and result to be both ranked or both unranked}}
  %0 = quant.dcast %input : tensor<*x!quant.uniform<i8:f32, 2.0>> to tensor<2xf32>
  return
}

// -----

// dcast C4: static and dynamic.
// Hint: change the shape of the quantized tensor by `tensor.cast`.
func.func @dcast_c4(%input: tensor<2x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error@+1 {{with matching shape, but got tensor<2x!quant.uniform<i8:f32, 2.000000e+00>> and tensor<?xf32>}}
  %0 = quant.dcast %input : tensor<2x!quant.uniform<i8:f32, 2.0>> to tensor<?xf32>
  return
}

// -----

// dcast C4: rank.
func.func @dcast_c4(%input: tensor<2x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error@+1 {{with matching shape}}
  %0 = quant.dcast %input : tensor<2x!quant.uniform<i8:f32, 2.0>> to tensor<2x1xf32>
  return
}

//===----------------------------------------------------------------------===//
// Rules of qcast
//===----------------------------------------------------------------------===//

// -----

// qcast C1.
func.func @qcast_c1(%input: i32) {
  // expected-error@+1 {{operand #0 must be scalar or tensor of floating-point, but got 'i32'}}
  %0 = quant.qcast %input : i32 to !quant.uniform<i8:f32, 2.0>
  return
}

// -----

// qcast C2.
func.func @qcast_c2(%input: f32) {
  // expected-error@+1 {{result #0 must be scalar or tensor of quantized type, but got 'i8'}}
  %0 = quant.qcast %input : f32 to i8
  return
}

// -----

// qcast C2: any.
func.func @qcast_c2(%input: f32) {
  // expected-error@+1 {{expected a scalar or tensor of !quant.uniform, but got !quant.any<i8:f32>}}
  %0 = quant.qcast %input : f32 to !quant.any<i8:f32>
  return
}

// -----

// qcast C2: calibrated.
func.func @qcast_c2(%input: f32) {
  // expected-error@+1 {{expected a scalar or tensor of !quant.uniform, but got !quant.calibrated}}
  %0 = quant.qcast %input : f32 to !quant.calibrated<f32<-1.0:1.0>>
  return
}

// -----

// qcast C3.
func.func @qcast_c3(%input: tensor<2xf16>) {
  // expected-error@+1 {{expected to match float type: expected 'f32', but got 'f16'}}
  %0 = quant.qcast %input : tensor<2xf16> to tensor<2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

// qcast C4.
func.func @qcast_c4(%input: tensor<f32>) {
  // expected-error@+1 {{expected input and result to be both scalars or both tensors}}
  %0 = quant.qcast %input : tensor<f32> to !quant.uniform<i8:f32, 2.0>
  return
}

// -----

// qcast C4: shape.
func.func @qcast_c4(%input: tensor<2x3xf32>) {
  // expected-error@+1 {{with matching shape}}
  %0 = quant.qcast %input : tensor<2x3xf32> to tensor<3x2x!quant.uniform<i8:f32, 2.0>>
  return
}

//===----------------------------------------------------------------------===//
// Rules of scast
//===----------------------------------------------------------------------===//

// -----

// scast C1.
func.func @scast_c1(%input: si8) {
  // expected-error@+1 {{operand #0 must be scalar or tensor of signless integer or quantized type, but got 'si8'}}
  %0 = quant.scast %input : si8 to !quant.uniform<i8:f32, 2.0>
  return
}

// -----

// scast C1: a vector.
func.func @scast_c1(%input: vector<2xi8>) {
  // expected-error@+1 {{operand #0 must be scalar or tensor of signless integer or quantized type}}
  %0 = quant.scast %input : vector<2xi8> to tensor<2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

// scast C2.
func.func @scast_c2(%input: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{result #0 must be scalar or tensor of signless integer or quantized type, but got 'index'}}
  %0 = quant.scast %input : !quant.uniform<i8:f32, 2.0> to index
  return
}

// -----

// scast C3: two integers.
// Hint: between two quantized types there are quant.dcast and then quant.qcast.
func.func @scast_c3(%input: i8) {
  // expected-error@+1 {{input must be integer and result must be quantized, or vice versa, but got i8 and i8}}
  %0 = quant.scast %input : i8 to i8
  return
}

// -----

// scast C3: two quantized types.
func.func @scast_c3(%input: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{input must be integer and result must be quantized, or vice versa}}
  %0 = quant.scast %input : !quant.uniform<i8:f32, 2.0> to !quant.uniform<i8:f32, 2.0>
  return
}

// -----

// scast C4.
func.func @scast_c4(%input: tensor<*xi8>) {
  // expected-error@+1 {{expected input and result to be both ranked or both unranked}}
  %0 = quant.scast %input : tensor<*xi8> to tensor<?x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

// scast C4: scalar and tensor.
func.func @scast_c4(%input: i8) {
  // expected-error@+1 {{expected input and result to be both scalars or both tensors}}
  %0 = quant.scast %input : i8 to tensor<!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

// scast C5.
// Hint: change the width of the integer by arith.extsi, arith.extui or arith.trunci.
func.func @scast_c5(%input: !quant.uniform<u4:f32, 2.0>) {
  // expected-error@+1 {{storage type in quantized type expected to match integer type: expected 'i4', but got 'i8'}}
  %0 = quant.scast %input : !quant.uniform<u4:f32, 2.0> to i8
  return
}

// -----

// scast C5: no storage at all.
func.func @scast_c5(%input: !quant.calibrated<f32<-1.0:1.0>>) {
  // expected-error@+1 {{expected a quantized type with a storage type, but got !quant.calibrated<f32<-1.000000e+00:1.000000e+00>>}}
  %0 = quant.scast %input : !quant.calibrated<f32<-1.0:1.0>> to i32
  return
}

//===----------------------------------------------------------------------===//
// Long types
//===----------------------------------------------------------------------===//

// -----

// The middle of a long type is left out of the message.
func.func @long(%input: tensor<17xf64>) {
  // expected-error@+1 {{,1.000000e+00 ... 00e+00,1.000000e+00,}}
  %0 = quant.qcast %input : tensor<17xf64> to tensor<18x!quant.uniform<i8:f64:0, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>
  return
}
