// RUN: %opt_with_plugin %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(quant-lower-casts)'
// RUN: %opt_with_plugin %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(quant-strip-types)'

// MLIR's own verifiers accept all of this; the passes look again before they
// change anything.

func.func @zero_point(%x: f32) -> !quant.uniform<i8:f32, 1.0:300> {
  // expected-error@+1 {{expected zero points that the storage holds, within [-128, 127], but got 300}}
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32, 1.0:300>
  return %0 : !quant.uniform<i8:f32, 1.0:300>
}

// -----

func.func @zero_point_per_axis(%x: tensor<2x!quant.uniform<u8:f32:0, {1.0:0, 1.0:256}>>) -> tensor<2xf32> {
  // expected-error@+1 {{expected zero points that the storage holds, within [0, 255], but got 256 at index 1}}
  %0 = quant.dcast %x : tensor<2x!quant.uniform<u8:f32:0, {1.0:0, 1.0:256}>> to tensor<2xf32>
  return %0 : tensor<2xf32>
}
