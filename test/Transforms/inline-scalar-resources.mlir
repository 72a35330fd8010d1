// RUN: quant-opt %s --quant-inline-scalar-resources | FileCheck %s
// RUN: quant-opt %s --quant-to-llvm | FileCheck %s --check-prefix=LLVM

// LLVM: llvm.mlir.global private constant @__constant_xf32(1.500000e+00 : f32)
// CHECK: memref.global "private" constant @number : memref<f32> = dense<1.500000e+00>
// LLVM: llvm.mlir.global private constant @number(1.500000e+00 : f32)
memref.global "private" constant @number : memref<f32> = dense_resource<number>
// CHECK: memref.global "private" @truth : memref<i1> = dense<true>
// LLVM: llvm.mlir.global private @truth(true)
memref.global "private" @truth : memref<i1> = dense_resource<truth>
// CHECK: memref.global "private" @narrow : memref<i4> = dense<-3>
// LLVM: llvm.mlir.global private @narrow(-3 : i4)
memref.global "private" @narrow : memref<i4> = dense_resource<narrow>

// CHECK: memref.global "private" @index : memref<index> = dense<5>
memref.global "private" @index : memref<index> = dense_resource<index>

// Others stay as they are.
// CHECK: memref.global "private" @list : memref<1xf32> = dense_resource<number>
memref.global "private" @list : memref<1xf32> = dense_resource<number>
// CHECK: memref.global "private" @dense : memref<f32> = dense<2.000000e+00>
memref.global "private" @dense : memref<f32> = dense<2.0>
// CHECK: memref.global "private" @none : memref<f32> = uninitialized
memref.global "private" @none : memref<f32> = uninitialized

// A constant becomes such a global.
// LLVM-LABEL: llvm.func @doubled
#scalar = affine_map<() -> ()>
func.func @doubled() -> tensor<f32> {
  %x = arith.constant dense_resource<number> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %y = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []}
      ins(%x : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.addf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %y : tensor<f32>
}

{-#
  dialect_resources: {
    builtin: {
      number: "0x040000000000C03F",
      truth: "0x0100000001",
      narrow: "0x01000000FD",
      index: "0x080000000500000000000000"
    }
  }
#-}
