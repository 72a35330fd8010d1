// The kernel packs; the program that calls it knows bytes only.

// RUN: split-file %s %t
// RUN: quant-opt %t/kernel.mlir --quant-to-linalg \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --convert-linalg-to-loops --quant-pack-sub-byte --quant-to-llvm -o %t/kernel.llvm.mlir
// RUN: mlir-translate --mlir-to-llvmir %t/kernel.llvm.mlir -o %t/kernel.ll
// RUN: clang -O1 -shared -fPIC %t/kernel.ll -lm -o %t/kernel.so
// RUN: quant-opt %t/main.mlir --quant-to-llvm | mlir-runner -e main -entry-point-result=void \
// RUN:   -shared-libs=%t/kernel.so,%runner_libs | FileCheck %t/main.mlir

//--- kernel.mlir

!i4 = !quant.uniform<i4:f32, 0.5>
!u2 = !quant.uniform<u2:f32:1, {1.0:1, 2.0}>

memref.global "private" constant @table : memref<2x3xi4> = dense<[[1, -2, 3], [-4, 5, -8]]>

func.func @quantize(%x: tensor<2x3xf32>) -> tensor<2x3x!i4> {
  %q = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!i4>
  return %q : tensor<2x3x!i4>
}

func.func @dequantize(%q: tensor<2x3x!i4>) -> tensor<2x3xf32> {
  %x = quant.dcast %q : tensor<2x3x!i4> to tensor<2x3xf32>
  return %x : tensor<2x3xf32>
}

func.func @quantize_u2(%x: tensor<4x2xf32>) -> tensor<4x2x!u2> {
  %q = quant.qcast %x : tensor<4x2xf32> to tensor<4x2x!u2>
  return %q : tensor<4x2x!u2>
}

func.func @dequantize_u2(%q: tensor<4x2x!u2>) -> tensor<4x2xf32> {
  %x = quant.dcast %q : tensor<4x2x!u2> to tensor<4x2xf32>
  return %x : tensor<4x2xf32>
}

// A constant, through a call and a loop.
func.func private @first(%m: memref<2x3xi4>, %i: index, %j: index) -> i4 {
  %v = memref.load %m[%i, %j] : memref<2x3xi4>
  return %v : i4
}

func.func @column(%j: index) -> memref<2xi4> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %m = memref.get_global @table : memref<2x3xi4>
  %r = memref.alloc() : memref<2xi4>
  %end = scf.for %i = %zero to %two step %one iter_args(%to = %r) -> memref<2xi4> {
    %v = func.call @first(%m, %i, %j) : (memref<2x3xi4>, index, index) -> i4
    memref.store %v, %to[%i] : memref<2xi4>
    scf.yield %to : memref<2xi4>
  }
  return %end : memref<2xi4>
}

//--- main.mlir

func.func private @quantize(memref<2x3xf32>) -> memref<3xi8>
func.func private @dequantize(memref<3xi8>) -> memref<2x3xf32>
func.func private @quantize_u2(memref<4x2xf32>) -> memref<2xi8>
func.func private @dequantize_u2(memref<2xi8>) -> memref<4x2xf32>
func.func private @column(index) -> memref<1xi8>
func.func private @printMemrefI64(memref<*xi64>) attributes {llvm.emit_c_interface}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @print_bytes(%m: memref<?xi8>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = memref.dim %m, %zero : memref<?xi8>
  %w = memref.alloc(%size) : memref<?xi64>
  scf.for %i = %zero to %size step %one {
    %b = memref.load %m[%i] : memref<?xi8>
    %e = arith.extui %b : i8 to i64
    memref.store %e, %w[%i] : memref<?xi64>
  }
  %u = memref.cast %w : memref<?xi64> to memref<*xi64>
  func.call @printMemrefI64(%u) : (memref<*xi64>) -> ()
  return
}

memref.global "private" constant @x : memref<2x3xf32> = dense<[[0.5, -1.0, 1.5], [-2.0, 100.0, -100.0]]>
memref.global "private" constant @y : memref<4x2xf32> = dense<[[-1.0, 0.0], [0.0, 2.0], [1.0, 4.0], [2.0, 6.0]]>

func.func @main() {
  %zero = arith.constant 0 : index
  %x = memref.get_global @x : memref<2x3xf32>
  %q = call @quantize(%x) : (memref<2x3xf32>) -> memref<3xi8>
  %qb = memref.cast %q : memref<3xi8> to memref<?xi8>
  // The stored values 1, -2, 3, -4, 7, -8, two a byte: 0xE1, 0xC3, 0x87.
  // CHECK: sizes = [3]
  // CHECK-NEXT: [225, 195, 135]
  call @print_bytes(%qb) : (memref<?xi8>) -> ()
  // CHECK: sizes = [2, 3]
  // CHECK-NEXT: [0.5, -1, 1.5],
  // CHECK-NEXT: [-2, 3.5, -4]
  %d = call @dequantize(%q) : (memref<3xi8>) -> memref<2x3xf32>
  %du = memref.cast %d : memref<2x3xf32> to memref<*xf32>
  call @printMemrefF32(%du) : (memref<*xf32>) -> ()

  // The stored values 0, 0, 1, 1, 2, 2, 3, 3, four a byte: 0x50, 0xFA.
  %y = memref.get_global @y : memref<4x2xf32>
  %r = call @quantize_u2(%y) : (memref<4x2xf32>) -> memref<2xi8>
  %rb = memref.cast %r : memref<2xi8> to memref<?xi8>
  // CHECK: sizes = [2]
  // CHECK-NEXT: [80, 250]
  call @print_bytes(%rb) : (memref<?xi8>) -> ()
  // CHECK: sizes = [4, 2]
  // CHECK-NEXT: [-1, 0],
  // CHECK-NEXT: [0, 2],
  // CHECK-NEXT: [1, 4],
  // CHECK-NEXT: [2, 6]
  %e = call @dequantize_u2(%r) : (memref<2xi8>) -> memref<4x2xf32>
  %eu = memref.cast %e : memref<4x2xf32> to memref<*xf32>
  call @printMemrefF32(%eu) : (memref<*xf32>) -> ()

  // The stored values -2 and 5: 0x5E.
  %one = arith.constant 1 : index
  %c = call @column(%one) : (index) -> memref<1xi8>
  %cb = memref.cast %c : memref<1xi8> to memref<?xi8>
  // CHECK: sizes = [1]
  // CHECK-NEXT: [94]
  call @print_bytes(%cb) : (memref<?xi8>) -> ()
  return
}
