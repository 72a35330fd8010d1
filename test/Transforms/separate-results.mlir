// RUN: quant-opt %s --quant-separate-results | FileCheck %s
// RUN: quant-opt %s --quant-to-llvm=out-params=true | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func @static(
// CHECK-SAME: %[[A:.*]]: memref<4xi8>
func.func @static(%a: memref<4xi8>) -> (memref<4xi8>, memref<4xi8>, memref<4xi8>) {
  // CHECK: %[[B:.*]] = memref.alloc() : memref<4xi8>
  // CHECK: memref.copy %[[A]], %[[B]]
  // CHECK: %[[C:.*]] = memref.alloc() : memref<4xi8>
  // CHECK: memref.copy %[[A]], %[[C]]
  // CHECK: return %[[A]], %[[B]], %[[C]]
  return %a, %a, %a : memref<4xi8>, memref<4xi8>, memref<4xi8>
}

// CHECK-LABEL: func @dynamic(
// CHECK-SAME: %[[A:.*]]: memref<?x2xi8>
func.func @dynamic(%a: memref<?x2xi8>) -> (memref<?x2xi8>, memref<?x2xi8>) {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK: %[[N:.*]] = memref.dim %[[A]], %[[ZERO]]
  // CHECK: %[[B:.*]] = memref.alloc(%[[N]]) : memref<?x2xi8>
  // CHECK: return %[[A]], %[[B]]
  return %a, %a : memref<?x2xi8>, memref<?x2xi8>
}

// CHECK-LABEL: func @others(
// CHECK-NEXT: return
func.func @others(%a: memref<4xi8>, %b: memref<4xi8>, %i: i8) -> (memref<4xi8>, memref<4xi8>, i8, i8) {
  return %a, %b, %i, %i : memref<4xi8>, memref<4xi8>, i8, i8
}

// LLVM-LABEL: llvm.func @twice(
// LLVM-NOT: malloc
// LLVM: llvm.return
!q = !quant.uniform<i8:f32, 0.5>
func.func @twice(%x: tensor<4xf32>) -> (tensor<4x!q>, tensor<4x!q>) {
  %q = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  return %q, %q : tensor<4x!q>, tensor<4x!q>
}
