// RUN: acme-opt %s --acme-fake-quantize='scale=0.5 zero-point=3' --acme-lower \
// RUN:   --quant-to-llvm | mlir-runner -e main -entry-point-result=void \
// RUN:   -shared-libs=%runner_libs | FileCheck %s
// RUN: acme-opt-standalone %s --acme-fake-quantize='scale=0.5 zero-point=3' \
// RUN:   --acme-lower --quant-to-llvm | mlir-runner -e main \
// RUN:   -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s

func.func private @printF32(f32)
func.func private @printNewline()

func.func @product(%x: f32, %y: f32) -> f32 {
  %0 = arith.mulf %x, %y : f32
  return %0 : f32
}

func.func @main() {
  %half = arith.constant 0.5 : f32
  %x = arith.constant 2.5 : f32
  // 1.25 / 0.5 = 2.5, away from zero 3, and 3 * 0.5 = 1.5.
  // CHECK: {{^}}1.5{{$}}
  %a = call @product(%x, %half) : (f32, f32) -> f32
  call @printF32(%a) : (f32) -> ()
  call @printNewline() : () -> ()
  // 100 is beyond (127 - 3) * 0.5 = 62.
  // CHECK: {{^}}62{{$}}
  %big = arith.constant 200.0 : f32
  %b = call @product(%big, %half) : (f32, f32) -> f32
  call @printF32(%b) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}
