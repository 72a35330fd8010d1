// RUN: acme-opt %s --acme-fake-quantize=scale=2.0 --acme-lower | FileCheck %s

// Beside dialects that bring MLIR's own quant dialect along.

// CHECK-LABEL: func.func @add(
// CHECK:         tosa.add
// CHECK:         arith.mulf
// CHECK:         linalg.generic
// CHECK:         linalg.generic
// CHECK-NOT:     quant
func.func @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.add %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = arith.mulf %0, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}
