// RUN: quant-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has_qcast.sh' \
// RUN:   | FileCheck %s
// RUN: quant-reduce %s --opt-reduction-pass='opt-pass=inline test=%S/Inputs/has_qcast.sh' \
// RUN:   | FileCheck %s --check-prefix=PASS

// A reducer by removal: what isn't needed goes, what is interesting stays.

!q = !quant.uniform<i8:f32, 0.5:3>

// CHECK-NOT: @unrelated
func.func @unrelated(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}

// CHECK: func.func @wanted
// CHECK: quant.qcast
func.func @wanted(%x: f32) -> !q {
  %q = quant.qcast %x : f32 to !q
  return %q : !q
}

// CHECK-NOT: @stored
func.func @stored(%q: !q) -> i8 {
  %0 = quant.scast %q : !q to i8
  return %0 : i8
}

// A pass of the project or of MLIR's that keeps the module interesting.

// PASS: quant.qcast
