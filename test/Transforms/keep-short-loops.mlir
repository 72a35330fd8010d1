// RUN: quant-opt %s --quant-keep-short-loops | FileCheck %s
// RUN: quant-opt %s --quant-keep-short-loops --convert-scf-to-cf --convert-cf-to-llvm --convert-func-to-llvm \
// RUN:   --convert-arith-to-llvm --finalize-memref-to-llvm --reconcile-unrealized-casts --quant-keep-short-loops | FileCheck %s --check-prefix=LLVM

// CHECK: #[[$UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[$KEEP:.*]] = #llvm.loop_annotation<unroll = #[[$UNROLL]]>
// LLVM: #[[$KEEP:.*]] = #llvm.loop_annotation<

// CHECK-LABEL: func @block(
// CHECK: memref.store
// CHECK-NEXT: } {llvm.loop_annotation = #[[$KEEP]]}
// CHECK-NEXT: }{{$}}
// LLVM-LABEL: llvm.func @block(
// LLVM: llvm.store
// LLVM: llvm.br ^{{.*}} {loop_annotation = #[[$KEEP]]}
func.func @block(%y: memref<32xi8>, %n: index, %v: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      memref.store %v, %y[%j] : memref<32xi8>
    }
  }
  return
}

// Three rounds are better unrolled, and a thousand aren't.
// CHECK-LABEL: func @others(
// CHECK-NOT: loop_annotation
// CHECK: return
func.func @others(%y: memref<1000xi8>, %v: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c1000 = arith.constant 1000 : index
  scf.for %j = %c0 to %c3 step %c1 {
    memref.store %v, %y[%j] : memref<1000xi8>
  }
  scf.for %j = %c0 to %c1000 step %c1 {
    memref.store %v, %y[%j] : memref<1000xi8>
  }
  return
}
