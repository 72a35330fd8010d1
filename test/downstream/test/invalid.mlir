// RUN: not acme-opt %s --acme-lower 2>&1 | FileCheck %s
// RUN: not acme-opt-standalone %s --acme-lower 2>&1 | FileCheck %s

// A cast that has no meaning is named, and the compiler fails.

// CHECK: error: 'quant.dcast' op expected to compute in f32 or f64 where dequantize is fma
func.func @f(%x: !quant.uniform<i8:f16, 1.0>) -> f16 attributes {
    quantir.policy = #quantir.policy<compute_type = expressed, dequantize = fma>} {
  %0 = quant.dcast %x : !quant.uniform<i8:f16, 1.0> to f16
  return %0 : f16
}
