// RUN: quant-opt %s -one-shot-bufferize=bufferize-function-boundaries -split-input-file -verify-diagnostics

// No cast takes a buffer. Bufferization of one that is left over names the pass
// that was forgotten.

// Hint: or bufferize after `quant-to-linalg`, which runs both passes.
func.func @storage(%t: tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4xi8> {
  // expected-error@+2 {{'quant.scast' op expected no casts of quantized tensors at bufferization: run quant-strip-types first}}
  // expected-error@+1 {{failed to bufferize op}}
  %0 = quant.scast %t : tensor<4x!quant.uniform<i8:f32, 2.0>> to tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @quantize(%t: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0>> {
  // expected-error@+2 {{'quant.qcast' op expected no casts of quantized tensors at bufferization: run quant-lower-casts and quant-strip-types first}}
  // expected-error@+1 {{failed to bufferize op}}
  %0 = quant.qcast %t : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 2.0>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 2.0>>
}

// -----

func.func @dequantize(%t: tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4xf32> {
  // expected-error@+2 {{'quant.dcast' op expected no casts of quantized tensors at bufferization: run quant-lower-casts and quant-strip-types first}}
  // expected-error@+1 {{failed to bufferize op}}
  %0 = quant.dcast %t : tensor<4x!quant.uniform<i8:f32, 2.0>> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
