// Two tensors, one computed from the other, written to two buffers of the caller: the
// second must not be written over the first while that is still read.
//
// RUN: quant-opt %s --quant-to-llvm | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s
// RUN: quant-opt %s --quant-to-llvm="target=native out-params" | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s

// The sum of what is on the grid already and itself, and what it is a sum of.
// CHECK: [20, {{ *}}40, {{ *}}60, {{ *}}80]
// CHECK: [10, {{ *}}20, {{ *}}30, {{ *}}40]

!q = !quant.uniform<i8:f32, 0.5:3>

func.func private @printMemrefF32(memref<*xf32>)

func.func @f(%x: tensor<4xf32>, %sums: memref<4xf32>, %terms: memref<4xf32>) {
  %q = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  %v = quant.dcast %q : tensor<4x!q> to tensor<4xf32>
  %s = arith.addf %v, %x : tensor<4xf32>
  bufferization.materialize_in_destination %s in restrict writable %sums
      : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %v in restrict writable %terms
      : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

func.func @main() {
  %x = arith.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>
  %sums = memref.alloc() : memref<4xf32>
  %terms = memref.alloc() : memref<4xf32>
  call @f(%x, %sums, %terms) : (tensor<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
  %a = memref.cast %sums : memref<4xf32> to memref<*xf32>
  %b = memref.cast %terms : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%a) : (memref<*xf32>) -> ()
  call @printMemrefF32(%b) : (memref<*xf32>) -> ()
  return
}
