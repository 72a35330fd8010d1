// RUN: quant-opt %s --quant-lower-casts="magic-rounding integer-clamp corrected-quotient" | FileCheck %s

// Where every scale is a power of 2, its reciprocal is a number of the type, and one
// product has the bits of the quotient, whatever x is.

// CHECK-LABEL: @tensor
// CHECK:         %[[RECIPROCAL:.*]] = arith.constant 8.000000e+00 : f32
// CHECK:         arith.mulf %{{.*}}, %[[RECIPROCAL]]
// CHECK-NOT:     math.fma
// CHECK-NOT:     arith.divf
!tensor = !quant.uniform<i8:f32, 0.125:3>
func.func @tensor(%x: tensor<4xf32>) -> tensor<4x!tensor> {
  %q = quant.qcast %x : tensor<4xf32> to tensor<4x!tensor>
  return %q : tensor<4x!tensor>
}

// CHECK-LABEL: @axis
// CHECK:         arith.constant dense<[2.000000e+00, 2.500000e-01]> : tensor<2xf32>
// CHECK:         arith.mulf
// CHECK-NOT:     math.fma
// CHECK-NOT:     arith.divf
!axis = !quant.uniform<i8:f32:0, {0.5, 4.0}>
func.func @axis(%x: tensor<2x4xf32>) -> tensor<2x4x!axis> {
  %q = quant.qcast %x : tensor<2x4xf32> to tensor<2x4x!axis>
  return %q : tensor<2x4x!axis>
}

// One other is enough: all elements share the code.
// CHECK-LABEL: @mixed
// CHECK:         math.fma
!mixed = !quant.uniform<i8:f32:0, {0.5, 0.037}>
func.func @mixed(%x: tensor<2x4xf32>) -> tensor<2x4x!mixed> {
  %q = quant.qcast %x : tensor<2x4xf32> to tensor<2x4x!mixed>
  return %q : tensor<2x4x!mixed>
}

// The reciprocal of 2^-127 is a number, that of 2^127 a subnormal one, which not
// every processor multiplies by.
// CHECK-LABEL: @extreme
// CHECK:         arith.constant 1.70141183E+38 : f32
// CHECK:         arith.divf
!extreme = !quant.uniform<i8:f32, 1.7014118346046923e38>
func.func @extreme(%x: tensor<4xf32>) -> tensor<4x!extreme> {
  %q = quant.qcast %x : tensor<4xf32> to tensor<4x!extreme>
  return %q : tensor<4x!extreme>
}
