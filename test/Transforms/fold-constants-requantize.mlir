// Constants that are requantized: folded where the two casts are what is
// computed, else left to be fused. The numbers are those of other values.
//
// RUN: quant-opt %s --quant-fold-constants | FileCheck %s
// RUN: quant-opt %s --quant-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s --check-prefix=NUMBERS
//
// 1 * 0.5 is a tie: even goes down, fixed point up.
// NUMBERS: [0, 0, 1, 1, 1]

func.func private @printMemrefI64(memref<*xi64>) attributes {llvm.emit_c_interface}

!in = !quant.uniform<i8:f32, 0.5>
!out = !quant.uniform<i8:f32, 1.0>

// CHECK-LABEL: func private @exact_constant
// CHECK-NOT:     quant.{{[dq]}}cast
// CHECK:         return
func.func private @exact_constant() -> i8 {
  %c1 = arith.constant 1 : i8
  %0 = quant.scast %c1 : i8 to !in
  %1 = quant.dcast %0 : !in to f32
  %2 = quant.qcast %1 : f32 to !out
  %3 = quant.scast %2 : !out to i8
  return %3 : i8
}
func.func private @exact(%x: i8) -> i8 {
  %0 = quant.scast %x : i8 to !in
  %1 = quant.dcast %0 : !in to f32
  %2 = quant.qcast %1 : f32 to !out
  %3 = quant.scast %2 : !out to i8
  return %3 : i8
}

// CHECK-LABEL: func private @fixed_constant
// CHECK:         quant.dcast
// CHECK-NEXT:    quant.qcast
func.func private @fixed_constant() -> i8
    attributes {quantir.policy = #quantir.policy<requantize = fixed_single_round>} {
  %c1 = arith.constant 1 : i8
  %0 = quant.scast %c1 : i8 to !in
  %1 = quant.dcast %0 : !in to f32
  %2 = quant.qcast %1 : f32 to !out
  %3 = quant.scast %2 : !out to i8
  return %3 : i8
}
func.func private @fixed(%x: i8) -> i8
    attributes {quantir.policy = #quantir.policy<requantize = fixed_single_round>} {
  %0 = quant.scast %x : i8 to !in
  %1 = quant.dcast %0 : !in to f32
  %2 = quant.qcast %1 : f32 to !out
  %3 = quant.scast %2 : !out to i8
  return %3 : i8
}

// Through an op that only puts elements elsewhere.
// CHECK-LABEL: func private @fixed_slice
// CHECK:         quant.dcast
// CHECK:         tensor.extract_slice
// CHECK-NEXT:    quant.qcast
func.func private @fixed_slice() -> i8
    attributes {quantir.policy = #quantir.policy<requantize = fixed_single_round>} {
  %c = arith.constant dense<[7, 1]> : tensor<2xi8>
  %0 = quant.scast %c : tensor<2xi8> to tensor<2x!in>
  %1 = quant.dcast %0 : tensor<2x!in> to tensor<2xf32>
  %2 = tensor.extract_slice %1[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %3 = quant.qcast %2 : tensor<1xf32> to tensor<1x!out>
  %4 = quant.scast %3 : tensor<1x!out> to tensor<1xi8>
  %c0 = arith.constant 0 : index
  %5 = tensor.extract %4[%c0] : tensor<1xi8>
  return %5 : i8
}

func.func @main() {
  %one = arith.constant 1 : i8
  %0 = call @exact_constant() : () -> i8
  %1 = call @exact(%one) : (i8) -> i8
  %2 = call @fixed_constant() : () -> i8
  %3 = call @fixed(%one) : (i8) -> i8
  %4 = call @fixed_slice() : () -> i8
  %5 = tensor.from_elements %0, %1, %2, %3, %4 : tensor<5xi8>
  %6 = arith.extsi %5 : tensor<5xi8> to tensor<5xi64>
  %7 = bufferization.to_buffer %6 : tensor<5xi64> to memref<5xi64>
  %8 = memref.cast %7 : memref<5xi64> to memref<*xi64>
  call @printMemrefI64(%8) : (memref<*xi64>) -> ()
  return
}
