// RUN: quant-opt %s --quant-parallelize-loops="threads=2 min-elements=64" | FileCheck %s
// RUN: quant-opt %s --quant-parallelize-loops | FileCheck %s --check-prefix=ONE
// RUN: not quant-opt %s --quant-parallelize-loops=threads=0 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not quant-opt %s --quant-parallelize-loops=min-elements=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: quant-parallelize-loops: expected min-elements to be at least 0, but got -1
// RANGE: error: quant-parallelize-loops: expected threads to be between 1 and 1024, but got 0
// ONE-NOT: scf.forall

#map = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @rows(
// CHECK: scf.forall (%{{.*}}) in (2)
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}} : memref<4x16xf32, strided<[16, 1], offset: ?>>)
func.func @rows(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x16xf32>) outs(%y : memref<8x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// CHECK-LABEL: func @few(
// CHECK-NOT: scf.forall
// CHECK: return
func.func @few(%x: memref<3x16xf32>, %y: memref<3x16xf32>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x16xf32>) outs(%y : memref<3x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Whether threads are worth it is asked when the size is known.
// CHECK-LABEL: func @dynamic(
// CHECK:       %[[ROWS:.*]] = memref.dim
// CHECK:       %[[ELEMENTS:.*]] = arith.muli %[[ROWS]], %c16
// CHECK:       %[[IS_LONG:.*]] = arith.cmpi uge, %[[ELEMENTS]], %c64
// CHECK:       scf.if %[[IS_LONG]] {
// CHECK:         scf.forall
// CHECK:           linalg.generic
// CHECK:       } else {
// CHECK-NOT:     scf.forall
// CHECK:         linalg.generic
func.func @dynamic(%x: memref<?x16xf32>, %y: memref<?x16xf32>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x16xf32>) outs(%y : memref<?x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Threads may not meet in a sum.
// CHECK-LABEL: func @sum(
// CHECK-NOT: scf.forall
// CHECK: return
func.func @sum(%x: memref<512xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func @no_elements
// CHECK-NOT: scf.forall
// CHECK: return
func.func @no_elements(%m: memref<?x0x?xi16>, %v: i16) {
  linalg.fill ins(%v : i16) outs(%m : memref<?x0x?xi16>)
  return
}

// 2^64 elements are many, not none.
// CHECK-LABEL: func @uncountable
// CHECK: scf.forall
// CHECK: return
func.func @uncountable(%m: memref<4294967296x4294967296xi16>, %v: i16) {
  linalg.fill ins(%v : i16) outs(%m : memref<4294967296x4294967296xi16>)
  return
}
