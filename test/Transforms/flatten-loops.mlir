// RUN: quant-opt %s --quant-flatten-loops | FileCheck %s

#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
#swapped = affine_map<(n, c, h, w) -> (n, c, w, h)>

// CHECK-DAG: #[[$ONE:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[$THREE:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[$CHANNEL:.*]] = affine_map<(d0, d1, d2) -> (d1)>

// CHECK-LABEL: func @all(
// CHECK-SAME: %[[X:.*]]: memref<?x3x?x4xf32>, %[[Y:.*]]: memref<?x3x?x4xf32>
// CHECK-DAG: %[[FROM:.*]] = memref.collapse_shape %[[X]] {{\[\[}}0, 1, 2, 3]] : memref<?x3x?x4xf32> into memref<?xf32>
// CHECK-DAG: %[[TO:.*]] = memref.collapse_shape %[[Y]] {{\[\[}}0, 1, 2, 3]] : memref<?x3x?x4xf32> into memref<?xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$ONE]], #[[$ONE]]], iterator_types = ["parallel"]} ins(%[[FROM]] : memref<?xf32>) outs(%[[TO]] : memref<?xf32>)
func.func @all(%x: memref<?x3x?x4xf32>, %y: memref<?x3x?x4xf32>) {
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<?x3x?x4xf32>) outs(%y : memref<?x3x?x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  return
}

// The loop over channels stays between those around it.
// CHECK-LABEL: func @channel(
// CHECK: linalg.generic {indexing_maps = [#[[$THREE]], #[[$CHANNEL]], #[[$THREE]]]
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : memref<2x3x20xf32>, memref<3xf32>) outs(%{{.*}} : memref<2x3x20xf32>)
func.func @channel(%x: memref<2x3x5x4xf32>, %s: memref<3xf32>, %y: memref<2x3x5x4xf32>) {
  linalg.generic {indexing_maps = [#all, #channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %s : memref<2x3x5x4xf32>, memref<3xf32>) outs(%y : memref<2x3x5x4xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %0 = arith.mulf %in, %scale : f32
    linalg.yield %0 : f32
  }
  return
}

// A transpose walks its operands in different orders.
// CHECK-LABEL: func @swapped(
// CHECK: ins(%{{.*}} : memref<6x5x4xf32>) outs(%{{.*}} : memref<6x4x5xf32>)
func.func @swapped(%x: memref<2x3x5x4xf32>, %y: memref<2x3x4x5xf32>) {
  linalg.generic {indexing_maps = [#all, #swapped], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<2x3x5x4xf32>) outs(%y : memref<2x3x4x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Rows with gaps between them.
// CHECK-LABEL: func @strided(
// CHECK-NOT: collapse_shape
// CHECK: return
func.func @strided(%x: memref<2x3xf32, strided<[8, 1]>>, %y: memref<2x3xf32, strided<[8, 1]>>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x3xf32, strided<[8, 1]>>) outs(%y : memref<2x3xf32, strided<[8, 1]>>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// In one loop they would be 2^64 rounds, which 63 bits don't hold.
// CHECK-LABEL: func @uncountable(
// CHECK-NOT: collapse_shape
// CHECK: return
func.func @uncountable(%x: memref<4294967296x4294967296xf32>, %y: memref<4294967296x4294967296xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4294967296x4294967296xf32>) outs(%y : memref<4294967296x4294967296xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Of no elements there is nothing to gain.
// CHECK-LABEL: func.func @no_elements(
// CHECK-NOT:   memref.collapse_shape
// CHECK:       return
func.func @no_elements(%x: memref<?x0xi8>, %y: memref<?x0xi8>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x0xi8>) outs(%y : memref<?x0xi8>) {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  }
  return
}
