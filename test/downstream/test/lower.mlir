// RUN: acme-opt %s --acme-lower | FileCheck %s
// RUN: acme-opt-standalone %s --acme-lower | FileCheck %s

!q = !quant.uniform<i8:f32, 0.5:3>

// Acme's policy rounds first, to nearest away, and adds the zero point then.
// Its own pattern has removed the multiplication.

// CHECK-LABEL: func.func @quantize(
// CHECK-SAME:    %[[X:.*]]: f32) -> i8 {
// CHECK-NOT:     arith.mulf
// CHECK:         arith.divf %[[X]],
// CHECK:         math.round %
// CHECK:         arith.addf
// CHECK:         arith.fptosi
func.func @quantize(%x: f32) -> !q {
  %one = arith.constant 1.0 : f32
  %0 = arith.mulf %x, %one : f32
  %1 = quant.qcast %0 : f32 to !q
  return %1 : !q
}

// CHECK-LABEL: func.func @weights(
// CHECK-SAME:    tensor<2x8xi8>) -> tensor<2x8xf32> {
// CHECK:         linalg.generic
func.func @weights(%w: tensor<2x8x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)
    -> tensor<2x8xf32> {
  %0 = quant.dcast %w : tensor<2x8x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
                     to tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
