// What happens at run time where a dynamic shape doesn't fit the parameters. The
// runtime prints the message through a buffer that nobody empties when the program
// ends there; hence stdbuf.

// RUN: quant-opt %s --quant-to-llvm -o %t.mlir
// RUN: mlir-runner %t.mlir -e fits -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s --check-prefix=FITS
// RUN: not --crash stdbuf -oL mlir-runner %t.mlir -e quantize -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefix=QUANTIZE
// RUN: not --crash stdbuf -oL mlir-runner %t.mlir -e dequantize -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefix=DEQUANTIZE
// RUN: not --crash stdbuf -oL mlir-runner %t.mlir -e blocked -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefix=BLOCKED
// RUN: not --crash stdbuf -oL mlir-runner %t.mlir -e empty -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not --crash stdbuf -oL mlir-runner %t.mlir -e low_rank -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not --crash stdbuf -oL mlir-runner %t.mlir -e unranked -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefix=UNRANKED
// RUN: not --crash stdbuf -oL mlir-runner %t.mlir -e pair -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefix=PAIR
// RUN: not --crash stdbuf -oL mlir-runner %t.mlir -e contradiction -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefix=CONTRADICTION

// What was found is printed on request.
// RUN: quant-opt %s --quant-fuse-requantize=print-found --quant-lower-casts=print-found --quant-strip-types \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --convert-linalg-to-loops --convert-vector-to-llvm --quant-to-llvm -o %t.found.mlir
// RUN: mlir-runner %t.found.mlir -e fits -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s --check-prefix=FITS
// RUN: not --crash stdbuf -oL mlir-runner %t.found.mlir -e quantize -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefixes=QUANTIZE-FOUND,QUANTIZE
// RUN: not --crash stdbuf -oL mlir-runner %t.found.mlir -e low_rank -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefixes=RANK-FOUND,RANK
// RUN: not --crash stdbuf -oL mlir-runner %t.found.mlir -e pair -entry-point-result=void -shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefixes=PAIR-FOUND,PAIR

!axis0 = !quant.uniform<i8:f32:0, {0.5, 0.25}>
!axis1 = !quant.uniform<i8:f32:1, {0.5, 0.25}>
!blocks = !quant.uniform<i8:f32:{1:2}, {{0.5, 0.25, 2.0}}>

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @ranked(%x: tensor<?x?xf32>) -> tensor<?x?x!axis0> {
  %q = quant.qcast %x : tensor<?x?xf32> to tensor<?x?x!axis0>
  return %q : tensor<?x?x!axis0>
}

func.func @back(%q: tensor<?x?x!axis1>) {
  %x = quant.dcast %q : tensor<?x?x!axis1> to tensor<?x?xf32>
  %u = tensor.cast %x : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @in_blocks(%x: tensor<?x?xf32>) {
  %q = quant.qcast %x : tensor<?x?xf32> to tensor<?x?x!blocks>
  %y = quant.dcast %q : tensor<?x?x!blocks> to tensor<?x?xf32>
  %u = tensor.cast %y : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @of_any_rank(%x: tensor<*xf32>) {
  %q = quant.qcast %x : tensor<*xf32> to tensor<*x!axis1>
  %y = quant.dcast %q : tensor<*x!axis1> to tensor<*xf32>
  call @printMemrefF32(%y) : (tensor<*xf32>) -> ()
  return
}

// FITS: sizes = [2, 1]
// FITS-NEXT: [1],
// FITS-NEXT: [0.25]
// FITS: sizes = [2, 2]
// FITS-NEXT: [1, 2.5],
// FITS-NEXT: [-1.5, 31.75]
func.func @fits() {
  %x = arith.constant dense<[[1.0], [0.125001]]> : tensor<2x1xf32>
  %d = tensor.cast %x : tensor<2x1xf32> to tensor<?x?xf32>
  %q = call @ranked(%d) : (tensor<?x?xf32>) -> tensor<?x?x!axis0>
  %b = quant.dcast %q : tensor<?x?x!axis0> to tensor<?x?xf32>
  %u = tensor.cast %b : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %y = arith.constant dense<[[1.0, 2.5], [-1.5, 1.0e9]]> : tensor<2x2xf32>
  %v = tensor.cast %y : tensor<2x2xf32> to tensor<*xf32>
  call @of_any_rank(%v) : (tensor<*xf32>) -> ()
  return
}

// QUANTIZE-FOUND: quant.qcast: expected dimension 0 to have the 2 elements that the scales of its type describe, but got 3
// QUANTIZE: {{^}}quant.qcast: expected dimension 0 to have the 2 elements that the scales of its type describe
// QUANTIZE-NOT: {{^}}quant.
func.func @quantize() {
  %x = arith.constant dense<0.5> : tensor<3x1xf32>
  %d = tensor.cast %x : tensor<3x1xf32> to tensor<?x?xf32>
  call @ranked(%d) : (tensor<?x?xf32>) -> tensor<?x?x!axis0>
  return
}

// DEQUANTIZE: {{^}}quant.dcast: expected dimension 1 to have the 2 elements that the scales of its type describe
// DEQUANTIZE-NOT: sizes
func.func @dequantize() {
  %x = arith.constant dense<1> : tensor<1x1xi8>
  %d = tensor.cast %x : tensor<1x1xi8> to tensor<?x?xi8>
  %q = quant.scast %d : tensor<?x?xi8> to tensor<?x?x!axis1>
  call @back(%q) : (tensor<?x?x!axis1>) -> ()
  return
}

// A block too few, and a piece of one too much.
// BLOCKED: {{^}}quant.qcast: expected dimension 1 to have the 6 elements that the scales of its type describe
// BLOCKED-NOT: sizes
func.func @blocked() {
  %x = arith.constant dense<0.5> : tensor<1x5xf32>
  %d = tensor.cast %x : tensor<1x5xf32> to tensor<?x?xf32>
  call @in_blocks(%d) : (tensor<?x?xf32>) -> ()
  return
}

// EMPTY: {{^}}quant.qcast: expected dimension 0 to have the 2 elements that the scales of its type describe
func.func @empty() {
  %x = arith.constant dense<> : tensor<0x1xf32>
  %d = tensor.cast %x : tensor<0x1xf32> to tensor<?x?xf32>
  call @ranked(%d) : (tensor<?x?xf32>) -> tensor<?x?x!axis0>
  return
}

// RANK-FOUND: quant.qcast: expected a tensor of rank above the quantized axis 1, but got 1
// RANK: {{^}}quant.qcast: expected a tensor of rank above the quantized axis 1
// RANK-NOT: sizes
func.func @low_rank() {
  %x = arith.constant dense<0.5> : tensor<2xf32>
  %d = tensor.cast %x : tensor<2xf32> to tensor<*xf32>
  call @of_any_rank(%d) : (tensor<*xf32>) -> ()
  return
}

// UNRANKED: {{^}}quant.qcast: expected dimension 1 to have the 2 elements that the scales of its type describe
// UNRANKED-NOT: sizes
func.func @unranked() {
  %x = arith.constant dense<0.5> : tensor<2x3x2xf32>
  %d = tensor.cast %x : tensor<2x3x2xf32> to tensor<*xf32>
  call @of_any_rank(%d) : (tensor<*xf32>) -> ()
  return
}

// A pair that is fused asks for what both of its types ask.
func.func @fused(%q: tensor<?x?x!axis0>) -> tensor<?x?x!axis1> {
  %x = quant.dcast %q : tensor<?x?x!axis0> to tensor<?x?xf32>
  %r = quant.qcast %x : tensor<?x?xf32> to tensor<?x?x!axis1>
  return %r : tensor<?x?x!axis1>
}

// PAIR-FOUND: quant.qcast: expected dimension 1 to have the 2 elements that the scales of its type describe, but got 4
// PAIR: {{^}}quant.qcast: expected dimension 1 to have the 2 elements that the scales of its type describe
// PAIR-NOT: sizes
func.func @pair() {
  %x = arith.constant dense<1> : tensor<2x4xi8>
  %d = tensor.cast %x : tensor<2x4xi8> to tensor<?x?xi8>
  %q = quant.scast %d : tensor<?x?xi8> to tensor<?x?x!axis0>
  call @fused(%q) : (tensor<?x?x!axis0>) -> tensor<?x?x!axis1>
  return
}

// Two casts that can't both fit: the second one is what fails, at run time.
!three = !quant.uniform<i8:f32:0, {0.5, 0.25, 2.0}>
!two = !quant.uniform<i8:f32:0, {0.5, 0.25}>
func.func @chain(%x: tensor<?xf32>) -> tensor<?x!two> {
  %q = quant.qcast %x : tensor<?xf32> to tensor<?x!three>
  %d = quant.dcast %q : tensor<?x!three> to tensor<?xf32>
  %r = quant.qcast %d : tensor<?xf32> to tensor<?x!two>
  return %r : tensor<?x!two>
}
// CONTRADICTION: {{^}}quant.qcast: expected dimension 0 to have the 2 elements that the scales of its type describe
func.func @contradiction() {
  %x = arith.constant dense<1.0> : tensor<3xf32>
  %d = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  call @chain(%d) : (tensor<?xf32>) -> tensor<?x!two>
  return
}
