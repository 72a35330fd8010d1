// RUN: quant-opt %s -quant-strip-types | FileCheck %s --implicit-check-not='!quant.'

// Storage of more bits than MLIR's own dialect has.

// CHECK-LABEL: func.func private @storage(i33, i64, i64)
func.func private @storage(!quant.uniform<i33:f64, 1.0>, !quant.uniform<u64:f64, 1.0>, !quant.any<i64>)
