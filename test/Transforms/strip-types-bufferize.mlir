// RUN: quant-opt %s -quant-strip-types -one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// RUN: quant-opt %s -one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=QUANT
// RUN: quant-opt %s -one-shot-bufferize=bufferize-function-boundaries | quant-opt -quant-strip-types | FileCheck %s

// Strip, then bufferize is the order. Buffers of quantized elements are IR that
// parses, and are stripped as well.

// CHECK-LABEL: func.func @copy
// CHECK-NOT: quant
// CHECK: memref.alloc() {{.*}} : memref<4xi8>
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<4xi8, strided<[?], offset: ?>> to memref<4xi8
// CHECK: memref.store %{{.*}} : memref<4xi8
// QUANT-LABEL: func.func @copy
// QUANT: memref.alloc() {{.*}} : memref<4x!quant.uniform<i8:f32, 2.000000e+00>>
func.func @copy(%t: tensor<4x!quant.uniform<i8:f32, 2.0>> {bufferization.writable = false}, %v: !quant.uniform<i8:f32, 2.0>, %i: index) -> tensor<4x!quant.uniform<i8:f32, 2.0>> {
  %0 = tensor.insert %v into %t[%i] : tensor<4x!quant.uniform<i8:f32, 2.0>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 2.0>>
}
