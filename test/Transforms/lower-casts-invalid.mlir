// What can't be lowered. All of it is named, and nothing is changed.
//
// RUN: quant-opt %s --split-input-file --verify-diagnostics --quant-lower-casts
// RUN: not quant-opt %s --split-input-file --quant-lower-casts --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// CHECK-LABEL: func.func @narrow_fma
// CHECK: quant.qcast
// CHECK: quant.dcast
func.func @narrow_fma(%x: bf16) -> bf16
    attributes {quantir.policy = #quantir.policy<compute_type = expressed>} {
  %0 = quant.qcast %x : bf16 to !quant.uniform<i8:bf16, 1.0>
  // expected-error@+1 {{expected to compute in f32 or f64 where dequantize is fma, but got compute_type expressed of bf16; choose compute_type auto, f32 or f64, or dequantize subtract_multiply or integer_subtract}}
  %1 = quant.dcast %0 {quantir.policy = #quantir.policy<dequantize = fma>} : !quant.uniform<i8:bf16, 1.0> to bf16
  return %1 : bf16
}

// -----

// Hint: f8 and the like are quantized from a wider float, by arith.extf and arith.truncf.
// expected-error@+2 {{expected an expressed type that the lowering computes with, one of f16, bf16, f32, f64, but got one of 8 bits}}
func.func @narrow_float(%x: tensor<4xf8E4M3FN>) {
  %0 = quant.qcast %x : tensor<4xf8E4M3FN> to tensor<4x!quant.uniform<i8:f8E4M3FN, 1.0>>
  return
}

// -----

// expected-error@+2 {{expected an expressed type that the lowering computes with, one of f16, bf16, f32, f64, but got one of 128 bits}}
func.func @wide_float(%x: !quant.uniform<i8:f128, 1.0>) {
  %0 = quant.dcast %x : !quant.uniform<i8:f128, 1.0> to f128
  return
}

// -----

!q = !quant.uniform<i8:f32:{0:2}, {1.0, 2.0}>
func.func @encoding(%x: tensor<4xf32, "e">) {
  // expected-error@+1 {{expected a tensor without encoding where the parameters are blocked, as it is reshaped by blocks, but got tensor<4xf32, "e"> and tensor<4x!quant.uniform<i8:f32:{0:2}, {1.000000e+00, 2.000000e+00}>, "e">}}
  %0 = quant.qcast %x : tensor<4xf32, "e"> to tensor<4x!q, "e">
  return
}
