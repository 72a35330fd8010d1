// RUN: %opt_with_plugin %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(quant-strip-types)' | FileCheck %s

// A tosa.add of quantized values isn't one of their stored integers.

!q = !quant.uniform<i8:f32, 0.5:3>
func.func @add(%a: tensor<4x!q>) -> tensor<4x!q> {
  // expected-error@+1 {{expected only ops that move quantized values, but got 'tosa.add' with tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>}}
  %0 = tosa.add %a, %a : (tensor<4x!q>, tensor<4x!q>) -> tensor<4x!q>
  return %0 : tensor<4x!q>
}

// -----

// CHECK-LABEL: func.func @moves
// CHECK: tosa.identity %{{.*}} : (tensor<2x2xi8>) -> tensor<2x2xi8>
// CHECK: tosa.transpose %{{.*}} : (tensor<2x2xi8>) -> tensor<2x2xi8>
// CHECK: tosa.reverse %{{.*}} : (tensor<2x2xi8>) -> tensor<2x2xi8>
!q = !quant.uniform<i8:f32, 0.5:3>
func.func @moves(%a: tensor<2x2x!q>) -> tensor<2x2x!q> {
  %0 = tosa.identity %a : (tensor<2x2x!q>) -> tensor<2x2x!q>
  %1 = tosa.transpose %0 {perms = array<i32: 1, 0>} : (tensor<2x2x!q>) -> tensor<2x2x!q>
  %2 = tosa.reverse %1 {axis = 0 : i32} : (tensor<2x2x!q>) -> tensor<2x2x!q>
  return %2 : tensor<2x2x!q>
}

// -----

// Two types in one op: it would have to convert.
!q = !quant.uniform<i8:f32, 0.5:3>
!r = !quant.uniform<i8:f32, 0.25:3>
func.func @two_types(%a: tensor<4x!q>) {
  // expected-error@+1 {{expected only ops that move quantized values, but got 'tosa.identity'}}
  %0 = tosa.identity %a : (tensor<4x!q>) -> tensor<4x!r>
  return
}
