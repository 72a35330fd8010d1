// The fused op in MLIR's own `quant` dialect, in a tool that doesn't know it.

// RUN: %opt_with_plugin %s --pass-pipeline='builtin.module(quant-lower-fused-ops{rounding=nearest-even},canonicalize)' > %t.builtin
// RUN: FileCheck %s < %t.builtin
// RUN: quant-opt %s --quant-lower-fused-ops=rounding=nearest-even --canonicalize > %t.ours
// RUN: diff %t.builtin %t.ours
// RUN: %opt_with_plugin %S/../IR/fused-ops.mlir | FileCheck %S/../IR/fused-ops.mlir
// RUN: %opt_with_plugin %S/../IR/fused-invalid.mlir --split-input-file --verify-diagnostics

// Beside it a type and an op of that dialect.
// CHECK-LABEL: @f
// CHECK: quant.scast
// CHECK: scf.for
// CHECK: math.roundeven
// CHECK-NOT: quant.dequant_situ_quant
// CHECK: return
func.func @f(%q: tensor<?x8x!quant.uniform<i8:f32, 0.5>>, %ws: tensor<8xf32>) -> (tensor<?x4xi8>, tensor<?xf32>) {
  %x = quant.scast %q : tensor<?x8x!quant.uniform<i8:f32, 0.5>> to tensor<?x8xi8>
  %y, %s = quant.dequant_situ_quant %x weight_scale(%ws : tensor<8xf32>) : tensor<?x8xi8> -> tensor<?x4xi8>, tensor<?xf32>
  return %y, %s : tensor<?x4xi8>, tensor<?xf32>
}
