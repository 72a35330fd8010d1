// RUN: quant-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/fuse_rows.mlir \
// RUN:   --transform-interpreter=entry-point=four_rows --canonicalize --cse | FileCheck %s
// RUN: quant-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/fuse_rows.mlir \
// RUN:   --transform-interpreter=entry-point=four_rows --quant-lower-fused-ops --canonicalize --cse --eliminate-empty-tensors \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --canonicalize --cse --canonicalize | FileCheck %s --check-prefix=BUFFER --implicit-check-not=memref.copy --implicit-check-not=memref.alloc

// The number of rows is not known, nor that four divide it.

// CHECK-LABEL: @experts
// CHECK-SAME: (%[[A:.*]]: tensor<?x64xi8>, %[[B:.*]]: tensor<64x6144xi8>, %[[WS:.*]]: tensor<4x6144xf32>, %[[AS:.*]]: tensor<?xf32>, %[[GROUPS:.*]]: tensor<4xi64>)
// CHECK: scf.for %[[I:[a-z0-9]+]] = %{{.*}} to %[[ROWS:.*]] step %c4 iter_args(%[[Y:[a-z0-9]+]] = %{{.*}}, %[[S:[a-z0-9]+]] = %{{.*}})
// CHECK: %[[SIZE:.*]] = affine.min #{{.*}}(%[[I]])[%[[ROWS]]]
// CHECK: %[[TILE_A:.*]] = tensor.extract_slice %[[A]][%[[I]], 0] [%[[SIZE]], 64] [1, 1]
// CHECK: %[[ACCUMULATOR:.*]] = linalg.matmul ins(%[[TILE_A]], %[[B]] : {{.*}}) outs(%{{.*}} : tensor<?x6144xi32>)
// CHECK: %[[TILE_AS:.*]] = tensor.extract_slice %[[AS]][%[[I]]] [%[[SIZE]]] [1]
// CHECK: %[[TILE_Y:.*]], %[[TILE_S:.*]] = quant.dequant_situ_quant %[[ACCUMULATOR]] weight_scale(%[[WS]] : {{.*}}) activation_scale(%[[TILE_AS]] : {{.*}}) group_index(%[[GROUPS]] : {{.*}}) row_offset(%[[I]] : index) {beta = 2.000000e+00 : f32}
// CHECK: tensor.insert_slice %[[TILE_Y]] into %[[Y]][%[[I]], 0] [%[[SIZE]], 3072] [1, 1]
// CHECK: tensor.insert_slice %[[TILE_S]] into %[[S]][%[[I]]] [%[[SIZE]]] [1]

// The accumulator of a tile is all that there is of x, and the sums of the groups
// are computed outside the loop. That the sizes fit is known: no check.
// BUFFER-LABEL: @experts
// BUFFER: memref.alloc() {{.*}} : memref<5xi64>
// BUFFER: scf.for
// BUFFER: memref.alloc(%{{.*}}) {{.*}} : memref<?x3072xi8>
// BUFFER: memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// BUFFER: scf.for
// BUFFER: %[[TILE:.*]] = memref.alloc(%[[SIZE:.*]]) {{.*}} : memref<?x6144xi32>
// BUFFER: linalg.matmul {{.*}} outs(%[[TILE]] : memref<?x6144xi32>)
// BUFFER: memref.alloc() {{.*}} : memref<3072xf32>
// BUFFER: memref.alloc() {{.*}} : memref<i32>
// BUFFER-NOT: cf.assert
// BUFFER: return
func.func @experts(%a: tensor<?x64xi8>, %b: tensor<64x6144xi8>, %ws: tensor<4x6144xf32>, %as: tensor<?xf32>, %groups: tensor<4xi64>) -> (tensor<?x3072xi8>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %rows = tensor.dim %a, %c0 : tensor<?x64xi8>
  %empty = tensor.empty(%rows) : tensor<?x6144xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<?x6144xi32>) -> tensor<?x6144xi32>
  %x = linalg.matmul ins(%a, %b : tensor<?x64xi8>, tensor<64x6144xi8>) outs(%init : tensor<?x6144xi32>) -> tensor<?x6144xi32>
  %y, %s = quant.dequant_situ_quant %x weight_scale(%ws : tensor<4x6144xf32>) activation_scale(%as : tensor<?xf32>)
      group_index(%groups : tensor<4xi64>) {beta = 2.0 : f32} : tensor<?x6144xi32> -> tensor<?x3072xi8>, tensor<?xf32>
  return %y, %s : tensor<?x3072xi8>, tensor<?xf32>
}
