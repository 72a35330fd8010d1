// RUN: quant-opt %s --quant-settle-order | FileCheck %s

// Those of bufferization come first, in the order of their use, and others, which
// may have such a name, stay.
// CHECK: module {
// CHECK-NEXT: memref.global "private" constant @__constant_2xi8_1 : memref<2xi8> = dense<3>
// CHECK-NEXT: memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<5.0
// CHECK-NEXT: memref.global "private" constant @__constant_2xi8_2 : memref<2xi8> = dense<1>
// CHECK-NEXT: memref.global "private" @__constant_2xi8 : memref<2xi8> = dense<4>
// CHECK-NEXT: memref.global "private" constant @__constant_2xi8_0 : memref<2xi8> = dense<2>
memref.global "private" @__constant_2xi8 : memref<2xi8> = dense<4>
memref.global "private" constant @__constant_2xi8_1 : memref<2xi8> = dense<1>
memref.global "private" constant @__constant_2xi8_0 : memref<2xi8> = dense<2>
memref.global "private" constant @__constant_2xi8_7 : memref<2xi8> = dense<3>
memref.global "private" constant @__constant_2xf32_5 : memref<2xf32> = dense<5.0>

// CHECK-LABEL: func @use
func.func @use() -> (memref<2xi8>, memref<2xf32>, memref<2xi8>, memref<2xi8>, memref<2xi8>) {
  // CHECK: memref.get_global @__constant_2xi8_1
  %0 = memref.get_global @__constant_2xi8_7 : memref<2xi8>
  // CHECK: memref.get_global @__constant_2xf32
  %1 = memref.get_global @__constant_2xf32_5 : memref<2xf32>
  // CHECK: memref.get_global @__constant_2xi8_2
  %2 = memref.get_global @__constant_2xi8_1 : memref<2xi8>
  // CHECK: memref.get_global @__constant_2xi8_1
  %3 = memref.get_global @__constant_2xi8_7 : memref<2xi8>
  // CHECK: memref.get_global @__constant_2xi8 :
  %4 = memref.get_global @__constant_2xi8 : memref<2xi8>
  return %0, %1, %2, %3, %4 : memref<2xi8>, memref<2xf32>, memref<2xi8>, memref<2xi8>, memref<2xi8>
}
