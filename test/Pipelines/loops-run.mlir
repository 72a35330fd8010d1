// Loops that carry tensors and give back others than they got: x, quantized and
// dequantized three times and halved each time. With a scale of 0.5:
// 5.2 -> 5.0 -> 2.5 -> 2.5 -> 1.25 -> 1.0 (1.25 is between 1 and 1.5, to even) -> 0.5.
//
// RUN: quant-opt %s --quant-to-llvm | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s
// RUN: quant-opt %s --quant-to-llvm=target=native | mlir-runner -O3 -e main -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s

!q = !quant.uniform<i8:f32, 0.5>

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @halve(%x: tensor<2xf32>) -> tensor<2xf32> {
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %q = quant.qcast %x : tensor<2xf32> to tensor<2x!q>
  %d = quant.dcast %q : tensor<2x!q> to tensor<2xf32>
  %y = arith.mulf %d, %half : tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @for(%x: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<2xf32> {
    %y = func.call @halve(%a) : (tensor<2xf32>) -> tensor<2xf32>
    scf.yield %y : tensor<2xf32>
  }
  return %l : tensor<2xf32>
}

func.func @while(%x: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l:2 = scf.while (%a = %x, %i = %c0) : (tensor<2xf32>, index) -> (tensor<2xf32>, index) {
    %more = arith.cmpi ult, %i, %n : index
    scf.condition(%more) %a, %i : tensor<2xf32>, index
  } do {
  ^bb0(%a: tensor<2xf32>, %i: index):
    %y = func.call @halve(%a) : (tensor<2xf32>) -> tensor<2xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %y, %next : tensor<2xf32>, index
  }
  return %l#0 : tensor<2xf32>
}

func.func @main() {
  %x = arith.constant dense<[5.2, -100.0]> : tensor<2xf32>
  %c3 = arith.constant 3 : index
  // -100 -> -64 (the least stored value is -128) -> -32 -> -16 -> -8.
  // CHECK: [0.5, -8]
  %y = call @for(%x, %c3) : (tensor<2xf32>, index) -> tensor<2xf32>
  %yu = tensor.cast %y : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%yu) : (tensor<*xf32>) -> ()
  // CHECK: [0.5, -8]
  %z = call @while(%x, %c3) : (tensor<2xf32>, index) -> tensor<2xf32>
  %zu = tensor.cast %z : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%zu) : (tensor<*xf32>) -> ()
  return
}
