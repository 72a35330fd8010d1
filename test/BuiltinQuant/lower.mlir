// RUN: %opt_with_plugin %s --pass-pipeline='builtin.module(quant-lower-casts{rounding=nearest-even},quant-strip-types)' | FileCheck %s
// RUN: %opt_with_plugin %s --pass-pipeline='builtin.module(quant-strip-types,quant-lower-casts{rounding=nearest-even},canonicalize)' | FileCheck %s
// RUN: %opt_with_plugin %s --pass-pipeline='builtin.module(quant-lower-casts{rounding=nearest-even},quant-strip-types,func.func(tosa-to-linalg-named,tosa-to-linalg),quant-to-llvm)' \
// RUN: | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs \
// RUN: | FileCheck %s --check-prefix=NUMBERS

// MLIR's own casts beside a TOSA op, in a tool that only loads the plugin.

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printI64(i64)
func.func private @printNewline()

!q = !quant.uniform<i8:f32, 0.5:3>

// CHECK-LABEL: func.func @tensor
// CHECK-SAME: -> (tensor<4xf32>, tensor<4xi8>)
// CHECK: tosa.add
// CHECK-NOT: quant.
// CHECK: math.roundeven
// CHECK-NOT: quant.
// CHECK: return
func.func @tensor(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x!q>) {
  %sum = tosa.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %q = quant.qcast %sum : tensor<4xf32> to tensor<4x!q>
  %d = quant.dcast %q : tensor<4x!q> to tensor<4xf32>
  return %d, %q : tensor<4xf32>, tensor<4x!q>
}

// Storage of explicit signedness: MLIR keeps it as such, and its quant.scast
// takes signless integers only. Nothing of that shows.
// CHECK-LABEL: func.func @explicit_unsigned
// CHECK-SAME: (%[[X:.*]]: i8) -> f32
// CHECK-NOT: quant.
// CHECK-NOT: unrealized
// CHECK: arith.extui %[[X]] : i8 to i32
// CHECK: return
func.func @explicit_unsigned(%x: !quant.uniform<ui8:f32, 2.0:255>) -> f32 {
  %d = quant.dcast %x : !quant.uniform<ui8:f32, 2.0:255> to f32
  return %d : f32
}

// CHECK-LABEL: func.func @explicit_signed
// CHECK-SAME: (%{{.*}}: f32) -> i8
// CHECK-NOT: quant.
// CHECK-NOT: unrealized
// CHECK: return
func.func @explicit_signed(%x: f32) -> !quant.uniform<si8:f32, 2.0> {
  %q = quant.qcast %x : f32 to !quant.uniform<si8:f32, 2.0>
  return %q : !quant.uniform<si8:f32, 2.0>
}

// A blocked zero point of unsigned storage has all its bits set.
func.func @blocked(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %q = quant.qcast %x : tensor<2x2xf32> to tensor<2x2x!quant.uniform<u8:f32:{0:1}, {{0.5:255}, {0.25:0}}>>
  %d = quant.dcast %q : tensor<2x2x!quant.uniform<u8:f32:{0:1}, {{0.5:255}, {0.25:0}}>> to tensor<2x2xf32>
  return %d : tensor<2x2xf32>
}

func.func @main() {
  %a = arith.constant dense<[0.5, 1.25, 1000.0, -0.5]> : tensor<4xf32>
  %b = arith.constant dense<[0.25, 0.0, 0.0, 0.25]> : tensor<4xf32>
  %r, %q = call @tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4x!q>)
  %u = tensor.cast %r : tensor<4xf32> to tensor<*xf32>
  // 0.75 / 0.5 + 3 = 4.5 -> 4; 5.5 -> 6; 2003 -> 127; 2.5 -> 2.
  // NUMBERS: [0.5, 1.5, 62, -0.5]
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()

  // Stored 1 as u8: (1 - 255) * 2.
  %one = arith.constant 1 : i8
  %s = builtin.unrealized_conversion_cast %one : i8 to !quant.uniform<ui8:f32, 2.0:255>
  %d = call @explicit_unsigned(%s) : (!quant.uniform<ui8:f32, 2.0:255>) -> f32
  %i = arith.fptosi %d : f32 to i64
  // NUMBERS: -508
  call @printI64(%i) : (i64) -> ()
  call @printNewline() : () -> ()

  // Row 0, zero point 255: 1 is above, -127.5 is 0, the least. Row 1: -1 is
  // below, 63.75 is 255.
  %x = arith.constant dense<[[1.0, -127.5], [-1.0, 63.75]]> : tensor<2x2xf32>
  %y = call @blocked(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %v = tensor.cast %y : tensor<2x2xf32> to tensor<*xf32>
  // NUMBERS: {{\[\[}}0, -127.5],
  // NUMBERS-NEXT: [0, 63.75]]
  call @printMemrefF32(%v) : (tensor<*xf32>) -> ()
  return
}
