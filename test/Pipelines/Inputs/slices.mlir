func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

func.func @slice(%x: tensor<2x4xf32>, %i: index) -> tensor<1xf32> {
  %a = tensor.extract_slice %x[%i, 0] [1, 2] [2, 2] : tensor<2x4xf32> to tensor<1x2xf32>
  %b = tensor.extract_slice %a[0, 1] [1, 1] [2, 1] : tensor<1x2xf32> to tensor<1xf32>
  return %b : tensor<1xf32>
}

// The first two rows get it, in the second column.
func.func @insert(%x: tensor<1xf32>, %y: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %y) -> tensor<4x2xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i, 1] [1, 1] [3, 1] : tensor<1xf32> into tensor<4x2xf32>
    }
  }
  return %r : tensor<4x2xf32>
}

// The second dimension is left out: its stride of 8 is none of the buffer's.
func.func @view(%m: memref<2x3x4xf32>) -> memref<1x2xf32> {
  %v = memref.subview %m[0, 2, 1] [1, 1, 2] [1, 2, 2] : memref<2x3x4xf32> to memref<1x2xf32, strided<[8, 2], offset: 9>>
  %c = memref.alloc() : memref<1x2xf32>
  memref.copy %v, %c : memref<1x2xf32, strided<[8, 2], offset: 9>> to memref<1x2xf32>
  return %c : memref<1x2xf32>
}

func.func @main() {
  %one = arith.constant 1 : index
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %s = func.call @slice(%x, %one) : (tensor<2x4xf32>, index) -> tensor<1xf32>
  %u = tensor.cast %s : tensor<1xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %zeros = arith.constant dense<0.0> : tensor<4x2xf32>
  %i = func.call @insert(%s, %zeros) : (tensor<1xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %p = tensor.cast %i : tensor<4x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%p) : (tensor<*xf32>) -> ()
  %y = arith.constant dense<[[[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 11.0, 12.0, 13.0]],
                             [[2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0]]]> : tensor<2x3x4xf32>
  %m = bufferization.to_buffer %y : tensor<2x3x4xf32> to memref<2x3x4xf32>
  %v = func.call @view(%m) : (memref<2x3x4xf32>) -> memref<1x2xf32>
  %t = bufferization.to_tensor %v restrict : memref<1x2xf32> to tensor<1x2xf32>
  %w = tensor.cast %t : tensor<1x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%w) : (tensor<*xf32>) -> ()
  return
}
