// RUN: quant-opt %s --quant-split-slices | FileCheck %s

// CHECK-LABEL: func @extract(
// CHECK-SAME: %[[X:.*]]: tensor<1x2xf16>
func.func @extract(%x: tensor<1x2xf16>) -> tensor<1xf16> {
  // CHECK: %[[WHOLE:.*]] = tensor.extract_slice %[[X]][0, 0] [1, 1] [2, 1] : tensor<1x2xf16> to tensor<1x1xf16>
  // CHECK: %[[PART:.*]] = tensor.collapse_shape %[[WHOLE]] {{\[}}[0, 1]] : tensor<1x1xf16> into tensor<1xf16>
  // CHECK: return %[[PART]]
  %s = tensor.extract_slice %x[0, 0] [1, 1] [2, 1] : tensor<1x2xf16> to tensor<1xf16>
  return %s : tensor<1xf16>
}

// A dynamic size may be 1; the first dimension is left out.
// CHECK-LABEL: func @dynamic(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x?x?x4xi8>, %[[N:[a-z0-9]*]]: index
func.func @dynamic(%x: tensor<?x?x?x4xi8>, %n: index) -> tensor<?x?x2xi8> {
  // CHECK: %[[WHOLE:.*]] = tensor.extract_slice %[[X]][0, %[[N]], 0, 0] [1, %[[N]], %[[N]], 2] [%[[N]], 2, 1, %[[N]]] : tensor<?x?x?x4xi8> to tensor<1x?x?x2xi8>
  // CHECK: tensor.collapse_shape %[[WHOLE]] {{\[}}[0, 1], [2], [3]] : tensor<1x?x?x2xi8> into tensor<?x?x2xi8>
  %s = tensor.extract_slice %x[0, %n, 0, 0] [1, %n, %n, 2] [%n, 2, 1, %n] : tensor<?x?x?x4xi8> to tensor<?x?x2xi8>
  return %s : tensor<?x?x2xi8>
}

// CHECK-LABEL: func @insert(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<1x?xi8>, %[[Y:[a-z0-9]*]]: tensor<4x4x?xi8>, %[[N:[a-z0-9]*]]: index
func.func @insert(%x: tensor<1x?xi8>, %y: tensor<4x4x?xi8>, %n: index) -> tensor<4x4x?xi8> {
  // CHECK: %[[WHOLE:.*]] = tensor.expand_shape %[[X]] {{\[}}[0, 1], [2]] output_shape [1, 1, %[[N]]] : tensor<1x?xi8> into tensor<1x1x?xi8>
  // CHECK: tensor.insert_slice %[[WHOLE]] into %[[Y]][3, %[[N]], 0] [1, 1, %[[N]]] [2, 1, 2] : tensor<1x1x?xi8> into tensor<4x4x?xi8>
  %s = tensor.insert_slice %x into %y[3, %n, 0] [1, 1, %n] [2, 1, 2] : tensor<1x?xi8> into tensor<4x4x?xi8>
  return %s : tensor<4x4x?xi8>
}

// CHECK-LABEL: func @insert_in_parallel(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<1xi8>
func.func @insert_in_parallel(%x: tensor<1xi8>, %y: tensor<4x4xi8>) -> tensor<4x4xi8> {
  // CHECK: scf.forall (%[[I:.*]]) in (4) shared_outs(%[[OUT:.*]] = %{{.*}})
  %r = scf.forall (%i) in (4) shared_outs(%o = %y) -> tensor<4x4xi8> {
    // CHECK: %[[WHOLE:.*]] = tensor.expand_shape %[[X]] {{\[}}[0, 1]] output_shape [1, 1]
    // CHECK: scf.forall.in_parallel
    // CHECK: tensor.parallel_insert_slice %[[WHOLE]] into %[[OUT]][%[[I]], 0] [1, 1] [3, 1] : tensor<1x1xi8> into tensor<4x4xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i, 0] [1, 1] [3, 1] : tensor<1xi8> into tensor<4x4xi8>
    }
  }
  return %r : tensor<4x4xi8>
}

// CHECK-LABEL: func @view(
// CHECK-SAME: %[[M:[a-z0-9]*]]: memref<2x4x6xf16>
func.func @view(%m: memref<2x4x6xf16>) -> memref<1x2xf16, strided<[12, 2], offset: 24>> {
  // CHECK: %[[WHOLE:.*]] = memref.subview %[[M]][1, 0, 0] [1, 1, 2] [1, 2, 2] : memref<2x4x6xf16> to memref<1x1x2xf16, strided<[24, 12, 2], offset: 24>>
  // CHECK: memref.subview %[[WHOLE]][0, 0, 0] [1, 1, 2] [1, 1, 1] : memref<1x1x2xf16, strided<[24, 12, 2], offset: 24>> to memref<1x2xf16, strided<[12, 2], offset: 24>>
  %s = memref.subview %m[1, 0, 0] [1, 1, 2] [1, 2, 2] : memref<2x4x6xf16> to memref<1x2xf16, strided<[12, 2], offset: 24>>
  return %s : memref<1x2xf16, strided<[12, 2], offset: 24>>
}

// What is clear stays as it is: all dimensions, all of size 1 left out, or strides
// of 1.
// CHECK-LABEL: func @clear(
func.func @clear(%x: tensor<2x4xf16>, %m: memref<2x4xf16>) -> (tensor<1x2xf16>, tensor<2xf16>, tensor<f16>, tensor<2x4xf16>, memref<1xf16, strided<[4]>>) {
  // CHECK-COUNT-4: tensor.extract_slice
  %a = tensor.extract_slice %x[1, 0] [1, 2] [2, 2] : tensor<2x4xf16> to tensor<1x2xf16>
  %b = tensor.extract_slice %x[1, 0] [1, 2] [2, 2] : tensor<2x4xf16> to tensor<2xf16>
  %c = tensor.extract_slice %x[1, 0] [1, 1] [2, 2] : tensor<2x4xf16> to tensor<f16>
  %e = tensor.extract_slice %x[1, 1] [1, 1] [1, 1] : tensor<2x4xf16> to tensor<1xf16>
  // CHECK-NEXT: tensor.insert_slice
  %f = tensor.insert_slice %e into %x[0, 1] [1, 1] [1, 1] : tensor<1xf16> into tensor<2x4xf16>
  // CHECK-NEXT: memref.subview
  // CHECK-NEXT: return
  %d = memref.subview %m[0, 0] [1, 1] [1, 1] : memref<2x4xf16> to memref<1xf16, strided<[4]>>
  return %a, %b, %c, %f, %d : tensor<1x2xf16>, tensor<2xf16>, tensor<f16>, tensor<2x4xf16>, memref<1xf16, strided<[4]>>
}
