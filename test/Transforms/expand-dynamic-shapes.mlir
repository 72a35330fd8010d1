// RUN: quant-opt %s --quant-expand-dynamic-shapes --canonicalize | FileCheck %s
// RUN: quant-opt %s --quant-expand-dynamic-shapes --expand-strided-metadata | FileCheck %s --check-prefix=META

// CHECK-DAG: #[[$DOUBLE:.*]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK-DAG: #[[$SIX:.*]] = affine_map<()[s0] -> (s0 * 6)>

// CHECK-LABEL: func @two(
// CHECK-SAME: %[[M:.*]]: memref<?xi8>, %[[A:.*]]: index, %[[B:.*]]: index
// META-LABEL: func @two(
func.func @two(%m: memref<?xi8>, %a: index, %b: index) -> memref<?x?xi8> {
  // CHECK-NOT: expand_shape
  // CHECK: memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%[[A]], %[[B]]], strides: [%[[B]], 1]
  %e = memref.expand_shape %m [[0, 1]] output_shape [%a, %b] : memref<?xi8> into memref<?x?xi8>
  return %e : memref<?x?xi8>
}

// Strides and offset are those of the source, times what lies within.
// CHECK-LABEL: func @strided(
// CHECK-SAME: , %[[A:[a-z0-9]*]]: index, %[[B:[a-z0-9]*]]: index
func.func @strided(%m: memref<4x?xi8, strided<[?, 2], offset: ?>>, %a: index, %b: index) -> memref<2x2x?x3x?xi8, strided<[?, ?, ?, ?, 2], offset: ?>> {
  // CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata
  // CHECK: %[[OUTER:.*]] = affine.apply #[[$DOUBLE]]()[%[[STRIDES]]#0]
  // CHECK: %[[INNER:.*]] = affine.apply #[[$DOUBLE]]()[%[[B]]]
  // CHECK: %[[MIDDLE:.*]] = affine.apply #[[$SIX]]()[%[[B]]]
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [%[[OFFSET]]], sizes: [2, 2, %[[A]], 3, %[[B]]], strides: [%[[OUTER]], %[[STRIDES]]#0, %[[MIDDLE]], %[[INNER]], 2]
  %e = memref.expand_shape %m [[0, 1], [2, 3, 4]] output_shape [2, 2, %a, 3, %b] : memref<4x?xi8, strided<[?, 2], offset: ?>> into memref<2x2x?x3x?xi8, strided<[?, ?, ?, ?, 2], offset: ?>>
  return %e : memref<2x2x?x3x?xi8, strided<[?, ?, ?, ?, 2], offset: ?>>
}

// CHECK-LABEL: func @one(
// CHECK: memref.expand_shape
func.func @one(%m: memref<?xi8>, %a: index) -> memref<?x3xi8> {
  %e = memref.expand_shape %m [[0, 1]] output_shape [%a, 3] : memref<?xi8> into memref<?x3xi8>
  return %e : memref<?x3xi8>
}
