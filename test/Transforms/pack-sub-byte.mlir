// RUN: quant-opt %s --quant-pack-sub-byte | FileCheck %s

// CHECK: #[[$BYTE:.*]] = affine_map<()[s0, s1] -> ((s0 * 3 + s1) floordiv 2)>

// Two elements of i4 and four of i2 a byte, the first in the lowest bits.
// CHECK: memref.global "private" constant @i4 : memref<3xi8> = dense<[-31, -61, 5]>
memref.global "private" constant @i4 : memref<5xi4> = dense<[1, -2, 3, -4, 5]>
// CHECK: memref.global "private" @i2 : memref<1xi8> = dense<-28>
memref.global "private" @i2 : memref<2x2xi2> = dense<[[0, 1], [-2, -1]]>
// CHECK: memref.global "private" @open : memref<3xi8> = uninitialized
memref.global "private" @open : memref<5xi4> = uninitialized

// Other widths keep their bytes.
// CHECK: memref.global "private" @others : memref<5xi5> = uninitialized
memref.global "private" @others : memref<5xi5> = uninitialized
// CHECK: func.func private @others_declared(memref<8xi1>, memref<*xi8>, tensor<4xi4>, i4) -> memref<5xi3>
func.func private @others_declared(memref<8xi1>, memref<*xi8>, tensor<4xi4>, i4) -> memref<5xi3>

// CHECK: func.func private @declared(memref<3xi8>) -> memref<4xi8, 1>
func.func private @declared(memref<2x3xi4>) -> memref<4x4xi2, 1>

// CHECK-LABEL: func.func @load
// CHECK-SAME: (%[[M:.*]]: memref<3xi8>, %[[I:.*]]: index, %[[J:.*]]: index) -> i4
// CHECK: %[[BYTE:.*]] = affine.apply #[[$BYTE]]()[%[[I]], %[[J]]]
// CHECK: memref.load %[[M]][%[[BYTE]]] : memref<3xi8>
// CHECK-NOT: unrealized_conversion_cast
// CHECK-NOT: extract_strided_metadata
func.func @load(%m: memref<2x3xi4>, %i: index, %j: index) -> i4 {
  %v = memref.load %m[%i, %j] : memref<2x3xi4>
  return %v : i4
}

// A buffer of dynamic size where it is allocated.
// CHECK-LABEL: func.func @local
// CHECK: memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK: memref.atomic_rmw ori %{{.*}} : (i8, memref<?xi8>) -> i8
func.func @local(%n: index, %v: i4) -> i4 {
  %zero = arith.constant 0 : index
  %m = memref.alloc(%n) : memref<?xi4>
  memref.store %v, %m[%zero] : memref<?xi4>
  %r = memref.load %m[%zero] : memref<?xi4>
  memref.dealloc %m : memref<?xi4>
  return %r : i4
}

// CHECK-LABEL: func.func @flow
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : memref<4xi8>), ^bb2
// CHECK: scf.if %{{.*}} -> (memref<4xi8>)
func.func @flow(%flag: i1, %a: memref<8xi4>, %b: memref<8xi4>) -> memref<8xi4> {
  cf.cond_br %flag, ^bb1(%a : memref<8xi4>), ^bb2
^bb1(%c: memref<8xi4>):
  return %c : memref<8xi4>
^bb2:
  %r = scf.if %flag -> memref<8xi4> {
    scf.yield %a : memref<8xi4>
  } else {
    scf.yield %b : memref<8xi4>
  }
  return %r : memref<8xi4>
}

// A splat stays one, however many elements it has: two of 5 are a byte of 85.
// CHECK: memref.global "private" constant @splat : memref<549755813889xi8> = dense<85>
memref.global "private" constant @splat : memref<1099511627777xi4> = dense<5>
