// The test pass that puts an assertion before every op whose result may be
// undefined; the sweeps of quant-exhaust run with it.

// RUN: split-file %s %t
// RUN: quant-opt %t/partial.mlir --load-pass-plugin=%test_passes \
// RUN:   --pass-pipeline='builtin.module(quant-test-assert-defined)' \
// RUN:   | FileCheck %t/partial.mlir
// RUN: not quant-opt %t/flags.mlir --load-pass-plugin=%test_passes \
// RUN:   --pass-pipeline='builtin.module(quant-test-assert-defined)' 2>&1 \
// RUN:   | FileCheck %t/flags.mlir
// RUN: not quant-opt %t/unknown.mlir --load-pass-plugin=%test_passes \
// RUN:   --pass-pipeline='builtin.module(quant-test-assert-defined)' 2>&1 \
// RUN:   | FileCheck %t/unknown.mlir

// An assertion that doesn't hold ends the program: 2147483648.0 as i32.
// RUN: quant-opt %t/run.mlir --load-pass-plugin=%test_passes \
// RUN:   --pass-pipeline='builtin.module(quant-test-assert-defined,quant-to-llvm)' \
// RUN:   -o %t/run.llvm.mlir
// RUN: mlir-runner %t/run.llvm.mlir -e inside -entry-point-result=i32 \
// RUN:   | FileCheck %t/run.mlir --check-prefix=INSIDE
// RUN: not --crash mlir-runner %t/run.llvm.mlir -e outside \
// RUN:   -entry-point-result=i32

//--- partial.mlir

// CHECK-LABEL: @partial
// CHECK: %[[ABOVE:.+]] = arith.cmpf ogt, %[[X:arg0]], %{{.+}} : f32
// CHECK: %[[BELOW:.+]] = arith.cmpf olt, %[[X]], %{{.+}} : f32
// CHECK: %[[IN:.+]] = arith.andi %[[ABOVE]], %[[BELOW]]
// CHECK: cf.assert %[[IN]], "arith.fptosi is undefined"
// CHECK: arith.fptosi
// CHECK: cf.assert %{{.+}}, "arith.fptoui is undefined"
// CHECK: arith.fptoui
// CHECK: %[[LESS:.+]] = arith.cmpi ult, %[[B:arg2]], %{{.+}} : i32
// CHECK: cf.assert %[[LESS]], "arith.shrsi is undefined"
// CHECK: arith.shrsi
// CHECK: %[[NOTZERO:.+]] = arith.cmpi ne, %[[B]], %{{.+}} : i32
// CHECK: cf.assert %[[NOTZERO]], "arith.divui is undefined"
// CHECK: arith.divui
// CHECK: cf.assert %{{.+}}, "arith.remsi is undefined"
// CHECK: arith.remsi
func.func @partial(%arg0: f32, %arg1: i32, %arg2: i32) {
  %0 = arith.fptosi %arg0 : f32 to i8
  %1 = arith.fptoui %arg0 : f32 to i8
  %2 = arith.shrsi %arg1, %arg2 : i32
  %3 = arith.divui %arg1, %arg2 : i32
  %4 = arith.remsi %arg1, %arg2 : i32
  return
}

//--- flags.mlir

func.func @flags(%arg0: i32) -> i32 {
  // CHECK: error: 'arith.addi' op expected no flags, but got overflow
  %0 = arith.addi %arg0, %arg0 overflow<nsw> : i32
  return %0 : i32
}

//--- unknown.mlir

func.func @unknown(%arg0: f32) -> f32 {
  // CHECK: error: 'math.sqrt' op expected an op that is known to this test pass
  %0 = math.sqrt %arg0 : f32
  return %0 : f32
}

//--- run.mlir

func.func @convert(%x: f32) -> i32 attributes {no_inline} {
  %0 = arith.fptosi %x : f32 to i32
  return %0 : i32
}

// INSIDE: -2147483648
func.func @inside() -> i32 {
  %x = arith.constant -2147483648.0 : f32
  %0 = call @convert(%x) : (f32) -> i32
  return %0 : i32
}

func.func @outside() -> i32 {
  %x = arith.constant 2147483648.0 : f32
  %0 = call @convert(%x) : (f32) -> i32
  return %0 : i32
}
