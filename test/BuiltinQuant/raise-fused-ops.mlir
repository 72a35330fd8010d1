// Raising where the op belongs to MLIR's own `quant` dialect, which nothing in the
// input has loaded: the same as in our own.

// RUN: %opt_with_plugin %S/../Transforms/raise-fused-ops.mlir --pass-pipeline='builtin.module(quant-raise-fused-ops,canonicalize)' > %t.builtin
// RUN: FileCheck %S/../Transforms/raise-fused-ops.mlir < %t.builtin
// RUN: quant-opt %S/../Transforms/raise-fused-ops.mlir --quant-raise-fused-ops --canonicalize > %t.ours
// RUN: diff %t.builtin %t.ours

// Nested in another pass manager, and on several threads.
// RUN: %opt_with_plugin %S/../Transforms/raise-fused-ops.mlir --pass-pipeline='builtin.module(func.func(quant-raise-fused-ops),canonicalize)' | diff %t.builtin -

// A tool that has the pass but no dialect with the op says so.
// RUN: not mlir-opt --load-pass-plugin=%quantir_plugin %s --pass-pipeline='builtin.module(quant-raise-fused-ops)' 2>&1 | FileCheck %s
// CHECK: error: quant-raise-fused-ops: expected a dialect `quant` with the op 'quant.dequant_situ_quant', but got none; register it with registerQuantDialect or registerBuiltinQuantExtension
module {}
