// Destination-passing from the start: bufferization copies nothing, and allocates
// the results, one row of scratch, one number, and the sums of the groups.

// RUN: quant-opt %s --quant-lower-fused-ops --canonicalize --cse --eliminate-empty-tensors \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --canonicalize --cse --canonicalize | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=memref.alloc

// CHECK-LABEL: @experts
// CHECK: memref.alloc() {{.*}} : memref<897xi64>
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?x3072xi8>
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK: memref.alloc() {{.*}} : memref<3072xf32>
// CHECK: memref.alloc() {{.*}} : memref<i32>
// CHECK: return
func.func @experts(%x: tensor<?x6144xi32>, %ws: tensor<896x6144xf32>, %as: tensor<?xf32>, %bias: tensor<896x1xf32>, %groups: tensor<896xi64>) -> (tensor<?x3072xi8>, tensor<?xf32>) {
  %y, %s = quant.dequant_situ_quant %x weight_scale(%ws : tensor<896x6144xf32>) activation_scale(%as : tensor<?xf32>)
      bias(%bias : tensor<896x1xf32>) group_index(%groups : tensor<896xi64>)
      : tensor<?x6144xi32> -> tensor<?x3072xi8>, tensor<?xf32>
  return %y, %s : tensor<?x3072xi8>, tensor<?xf32>
}

// CHECK-LABEL: @static
// CHECK: memref.alloc() {{.*}} : memref<2x3x4xi8>
// CHECK: return
func.func @static(%x: tensor<2x3x8xi8>, %ws: tensor<8xf32>, %qs: tensor<4xf32>, %qo: tensor<1xf32>) -> tensor<2x3x4xi8> {
  %y = quant.dequant_situ_quant %x weight_scale(%ws : tensor<8xf32>) quant_scale(%qs : tensor<4xf32>) quant_offset(%qo : tensor<1xf32>)
      {quant_type = "static"} : tensor<2x3x8xi8> -> tensor<2x3x4xi8>
  return %y : tensor<2x3x4xi8>
}

// CHECK-LABEL: @dynamic
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?x?x?xi8>
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?x?xf32>
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK: memref.alloc() {{.*}} : memref<i32>
// CHECK: return
func.func @dynamic(%x: tensor<?x?x?xi8>, %ws: tensor<1xf32>) -> (tensor<?x?x?xi8>, tensor<?x?xf32>) {
  %y, %s = quant.dequant_situ_quant %x weight_scale(%ws : tensor<1xf32>) : tensor<?x?x?xi8> -> tensor<?x?x?xi8>, tensor<?x?xf32>
  return %y, %s : tensor<?x?x?xi8>, tensor<?x?xf32>
}

// The result goes where it is wanted.
// CHECK-LABEL: @in_place
// CHECK: memref.alloc() {{.*}} : memref<4xf32>
// CHECK: memref.alloc() {{.*}} : memref<i32>
// CHECK: return
func.func @in_place(%x: tensor<2x8xbf16>, %all: tensor<16x4xi8> {bufferization.writable = true}, %scales: tensor<16xf32> {bufferization.writable = true}) -> (tensor<16x4xi8>, tensor<16xf32>) {
  %y, %s = quant.dequant_situ_quant %x : tensor<2x8xbf16> -> tensor<2x4xi8>, tensor<2xf32>
  %0 = tensor.insert_slice %y into %all[5, 0] [2, 4] [1, 1] : tensor<2x4xi8> into tensor<16x4xi8>
  %1 = tensor.insert_slice %s into %scales[5] [2] [1] : tensor<2xf32> into tensor<16xf32>
  return %0, %1 : tensor<16x4xi8>, tensor<16xf32>
}
