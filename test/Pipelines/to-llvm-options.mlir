// What quant-to-llvm's options do to the code; no form changes a bit, which the
// executed tests show.
//
// RUN: quant-opt %s --quant-to-llvm | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: quant-opt %s --quant-to-llvm=target=x86-64-v3 | FileCheck %s --check-prefixes=CHECK,FMA
// RUN: quant-opt %s --quant-to-llvm=out-params | FileCheck %s --check-prefix=OUT
// RUN: not quant-opt %s --quant-to-llvm=target=z80 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not quant-opt %s --quant-to-llvm=policy=none 2>&1 | FileCheck %s --check-prefix=POLICY
// TARGET: error: quant-to-llvm: expected target to be generic, native or an x86 processor or level such as x86-64-v3, but got 'z80'
// POLICY: error: quant-to-llvm: expected policy to be one of spec, onnx, {{.*}}, but got 'none'

!q = !quant.uniform<i8:f32, 0.037:3>

// Neither a call nor a rounding instruction: 1.5 * 2^23 rounds. Where the target
// has fused multiply-add, there is no division either.
// CHECK-LABEL: llvm.func @quantize(
// CHECK-DAG: llvm.mlir.constant(0x4B400000 : f32)
// CHECK-NOT: roundeven
// CHECK-NOT: llvm.fptosi
// PLAIN: llvm.fdiv
// PLAIN-NOT: llvm.intr.fma
// FMA-NOT: llvm.fdiv
// FMA: llvm.fmul
// FMA: llvm.intr.fma
// PLAIN-NOT: llvm.intr.smax
// FMA: llvm.intr.smax
// FMA: llvm.intr.smin
// CHECK: llvm.trunc {{.*}} : i32 to i8
// CHECK: llvm.return

// The result is the caller's: nothing is allocated.
// OUT-LABEL: llvm.func @quantize(
// OUT-NOT: @malloc
// OUT: llvm.return{{$}}
func.func @quantize(%x: tensor<?xf32>) -> tensor<?x!q>
    attributes {llvm.emit_c_interface} {
  %0 = quant.qcast %x : tensor<?xf32> to tensor<?x!q>
  return %0 : tensor<?x!q>
}
// OUT: llvm.func @_mlir_ciface_quantize
// CHECK: llvm.func @_mlir_ciface_quantize
