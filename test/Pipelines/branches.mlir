// A loop of branches that carries a tensor: MLIR's deallocation takes loops of scf only.
//
// RUN: quant-opt %s --lift-cf-to-scf --quant-to-llvm | FileCheck %s
// RUN: not quant-opt %s --quant-to-llvm 2>&1 | FileCheck %s --check-prefix=REFUSED

// REFUSED: error: Only structured control-flow loops are supported.

// CHECK-LABEL: llvm.func @loop
// CHECK: llvm.cond_br
// CHECK: llvm.return

!q = !quant.uniform<i8:f32, 0.5:3>

func.func @loop(%x: tensor<4xf32>, %again: i1) -> tensor<4xf32> {
  cf.br ^body(%x : tensor<4xf32>)
^body(%a: tensor<4xf32>):
  %q = quant.qcast %a : tensor<4xf32> to tensor<4x!q>
  %d = quant.dcast %q : tensor<4x!q> to tensor<4xf32>
  cf.cond_br %again, ^body(%d : tensor<4xf32>), ^end
^end:
  return %d : tensor<4xf32>
}
