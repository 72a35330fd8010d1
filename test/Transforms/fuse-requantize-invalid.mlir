// Forms that aren't defined for the types of a pair. All of them are named, and
// nothing is changed.
//
// RUN: quant-opt %s --split-input-file --verify-diagnostics --quant-fuse-requantize=requantize=fixed-single-round
// RUN: echo 'module {}' | not quant-opt - --quant-fuse-requantize=rounding=sideways 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: quant-fuse-requantize: expected rounding to be one of nearest-even, {{.*}}, but got 'sideways'

// Hint: the attribute quantir.policy on the quant.qcast chooses a form for this pair only.
!u32 = !quant.uniform<u32:f32, 0.5>
!i8 = !quant.uniform<i8:f32, 2.0>
func.func @wide_input(%x: tensor<4x!u32>) -> tensor<4x!i8> {
  %0 = quant.dcast %x : tensor<4x!u32> to tensor<4xf32>
  // expected-error @+1 {{expected stored values minus the zero point to fit in 32 bits where requantize is fixed_single_round, but got [0, 4294967295]; choose requantize exact or float_multiplier}}
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!i8>
  return %1 : tensor<4x!i8>
}

// -----

!in = !quant.uniform<i32:f64, 0.5>
!out = !quant.uniform<i8:f64, 2.0>
func.func @wide_expressed(%x: !in) -> !out {
  %0 = quant.dcast %x : !in to f64
  // expected-error @+1 {{expected an expressed type of at most 32 bits where requantize is float_multiplier, but got 64 bits; choose requantize exact}}
  %1 = quant.qcast %0 {quantir.policy = #quantir.policy<requantize = float_multiplier>} : f64 to !out
  return %1 : !out
}

// -----

// One of the channels is enough.
!ins = !quant.uniform<i32:f32:0, {0.5, 0.5:1}>
!i8 = !quant.uniform<i8:f32, 2.0>
func.func @one_channel(%x: tensor<2x!ins>) -> tensor<2x!i8> {
  %0 = quant.dcast %x : tensor<2x!ins> to tensor<2xf32>
  // expected-error @+1 {{but got [-2147483649, 2147483646]}}
  %1 = quant.qcast %0 : tensor<2xf32> to tensor<2x!i8>
  return %1 : tensor<2x!i8>
}

// -----

!i8 = !quant.uniform<i8:f16, 2.0>
func.func @policy(%x: !i8) -> !i8 {
  %0 = quant.dcast %x {quantir.policy = #quantir.policy<compute_type = expressed, dequantize = fma>} : !i8 to f16
  // expected-error @+1 {{expected to compute in f32 or f64 where dequantize is fma, but got compute_type expressed of f16}}
  %1 = quant.qcast %0 {quantir.policy = #quantir.policy<requantize = exact>} : f16 to !i8
  return %1 : !i8
}
