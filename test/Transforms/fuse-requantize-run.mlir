// The same bits, fused or not: all stored values of 8 bits and the ends of
// 32, of every granularity and shape, through ops between, under several
// policies.
//
// RUN: quant-opt %s --quant-fuse-requantize | FileCheck %s --check-prefix=FUSED
// FUSED-NOT: = quant.dcast
// FUSED-NOT: = quant.qcast
//
// RUN: quant-opt %s --quant-lower-casts --quant-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | grep -v base@ > %t.two
// RUN: quant-opt %s --quant-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | grep -v base@ > %t.one
// RUN: diff %t.two %t.one
// Nor does it matter how the code is optimized.
// RUN: quant-opt %s --quant-to-llvm \
// RUN:   | mlir-runner -O3 -e main -entry-point-result=void -shared-libs=%runner_libs | grep -v base@ > %t.fast
// RUN: diff %t.two %t.fast
// RUN: FileCheck %s < %t.one

func.func private @printMemrefI64(memref<*xi64>) attributes {llvm.emit_c_interface}

func.func @print8(%x: tensor<256xi8>) {
  %0 = arith.extsi %x : tensor<256xi8> to tensor<256xi64>
  %1 = bufferization.to_buffer %0 : tensor<256xi64> to memref<256xi64>
  %2 = memref.cast %1 : memref<256xi64> to memref<*xi64>
  call @printMemrefI64(%2) : (memref<*xi64>) -> ()
  return
}

/// 0, 1, ..., 127, -128, ..., -1.
func.func @all() -> tensor<256xi8> {
  %0 = tensor.generate {
  ^bb0(%i: index):
    %1 = arith.index_cast %i : index to i8
    tensor.yield %1 : i8
  } : tensor<256xi8>
  return %0 : tensor<256xi8>
}

//===----------------------------------------------------------------------===//
// One scale
//===----------------------------------------------------------------------===//

// 2 * (q - 3) - 1, saturated.
// CHECK: [-7, -5, -3, -1, 1, 3, 5, 7,
!simple = !quant.uniform<i8:f32, 0.5:3>
!simple2 = !quant.uniform<i8:f32, 0.25:-1>
func.func @simple(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = quant.scast %x : tensor<256xi8> to tensor<256x!simple>
  %1 = quant.dcast %0 : tensor<256x!simple> to tensor<256xf32>
  %2 = quant.qcast %1 : tensor<256xf32> to tensor<256x!simple2>
  %3 = quant.scast %2 : tensor<256x!simple2> to tensor<256xi8>
  return %3 : tensor<256xi8>
}

!f16a = !quant.uniform<u8:f16, 0.1:17>
!f16b = !quant.uniform<i8<-127:127>:f16, 0.13:-5>
func.func @f16(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = quant.scast %x : tensor<256xi8> to tensor<256x!f16a>
  %1 = quant.dcast %0 : tensor<256x!f16a> to tensor<256xf16>
  %2 = quant.qcast %1 : tensor<256xf16> to tensor<256x!f16b>
  %3 = quant.scast %2 : tensor<256x!f16b> to tensor<256xi8>
  return %3 : tensor<256xi8>
}

!bf16a = !quant.uniform<i8:bf16, 0.1:17>
!bf16b = !quant.uniform<u8:bf16, 0.07:99>
func.func @bf16(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = quant.scast %x : tensor<256xi8> to tensor<256x!bf16a>
  %1 = quant.dcast %0 : tensor<256x!bf16a> to tensor<256xbf16>
  %2 = quant.qcast %1 : tensor<256xbf16> to tensor<256x!bf16b>
  %3 = quant.scast %2 : tensor<256x!bf16b> to tensor<256xi8>
  return %3 : tensor<256xi8>
}

// Two policies: the zero point is added by fma, the quotient taken by the
// reciprocal, ties go up and behind them the zero point.
!first = !quant.uniform<i8:f32, 0.3:17>
!second = !quant.uniform<i8:f32, 0.2:-3>
func.func @policies(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = quant.scast %x : tensor<256xi8> to tensor<256x!first>
  %1 = quant.dcast %0 {quantir.policy = #quantir.policy<dequantize = fma, compute_type = f32>}
    : tensor<256x!first> to tensor<256xf32>
  %2 = quant.qcast %1 {quantir.policy = #quantir.policy<rounding = up, scaling = reciprocal, zero_point = after_rounding>}
    : tensor<256xf32> to tensor<256x!second>
  %3 = quant.scast %2 : tensor<256x!second> to tensor<256xi8>
  return %3 : tensor<256xi8>
}

// One value at a time.
func.func @scalars(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = tensor.generate {
  ^bb0(%i: index):
    %1 = tensor.extract %x[%i] : tensor<256xi8>
    %2 = quant.scast %1 : i8 to !first
    %3 = quant.dcast %2 : !first to f32
    %4 = quant.qcast %3 : f32 to !second
    %5 = quant.scast %4 : !second to i8
    tensor.yield %5 : i8
  } : tensor<256xi8>
  return %0 : tensor<256xi8>
}

//===----------------------------------------------------------------------===//
// Lists of scales
//===----------------------------------------------------------------------===//

!channels = !quant.uniform<i8:f32:1, {0.1:1, 0.2, 0.3:-7, 1.7:100}>
!rows = !quant.uniform<i8:f32:0, {0.15, 0.25:5}>
func.func @lists(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = tensor.expand_shape %x [[0, 1, 2]] output_shape [2, 4, 32] : tensor<256xi8> into tensor<2x4x32xi8>
  %1 = quant.scast %0 : tensor<2x4x32xi8> to tensor<2x4x32x!channels>
  %2 = quant.dcast %1 : tensor<2x4x32x!channels> to tensor<2x4x32xf32>
  %3 = quant.qcast %2 : tensor<2x4x32xf32> to tensor<2x4x32x!rows>
  %4 = quant.scast %3 : tensor<2x4x32x!rows> to tensor<2x4x32xi8>
  %5 = tensor.collapse_shape %4 [[0, 1, 2]] : tensor<2x4x32xi8> into tensor<256xi8>
  return %5 : tensor<256xi8>
}

func.func @dynamic_lists(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = tensor.expand_shape %x [[0, 1, 2]] output_shape [2, 4, 32] : tensor<256xi8> into tensor<2x4x32xi8>
  %1 = tensor.cast %0 : tensor<2x4x32xi8> to tensor<?x?x?xi8>
  %2 = quant.scast %1 : tensor<?x?x?xi8> to tensor<?x?x?x!channels>
  %3 = quant.dcast %2 : tensor<?x?x?x!channels> to tensor<?x?x?xf32>
  %4 = quant.qcast %3 : tensor<?x?x?xf32> to tensor<?x?x?x!rows>
  %5 = quant.scast %4 : tensor<?x?x?x!rows> to tensor<?x?x?xi8>
  %6 = tensor.cast %5 : tensor<?x?x?xi8> to tensor<2x4x32xi8>
  %7 = tensor.collapse_shape %6 [[0, 1, 2]] : tensor<2x4x32xi8> into tensor<256xi8>
  return %7 : tensor<256xi8>
}

func.func @unranked_lists(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = tensor.expand_shape %x [[0, 1, 2]] output_shape [2, 4, 32] : tensor<256xi8> into tensor<2x4x32xi8>
  %1 = tensor.cast %0 : tensor<2x4x32xi8> to tensor<*xi8>
  %2 = quant.scast %1 : tensor<*xi8> to tensor<*x!channels>
  %3 = quant.dcast %2 : tensor<*x!channels> to tensor<*xf32>
  %4 = quant.qcast %3 : tensor<*xf32> to tensor<*x!rows>
  %5 = quant.scast %4 : tensor<*x!rows> to tensor<*xi8>
  %6 = tensor.cast %5 : tensor<*xi8> to tensor<2x4x32xi8>
  %7 = tensor.collapse_shape %6 [[0, 1, 2]] : tensor<2x4x32xi8> into tensor<256xi8>
  return %7 : tensor<256xi8>
}

// Blocks of 2 in blocks of 4, and single elements.
!fine = !quant.uniform<i8:f32:{0:1, 1:2}, {{0.1, 0.2, 0.3, 0.4}, {0.5:1, 0.6:2, 0.7:3, 0.8:4}}>
!coarse = !quant.uniform<i8:f32:{1:4}, {{0.4:1, 0.9:-1}}>
!single = !quant.uniform<i8:f32:1, {0.1, 0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.5:3}>
func.func @blocks(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = tensor.expand_shape %x [[0, 1, 2]] output_shape [2, 8, 16] : tensor<256xi8> into tensor<2x8x16xi8>
  %1 = tensor.extract_slice %0[0, 0, 0] [2, 8, 1] [1, 1, 1] : tensor<2x8x16xi8> to tensor<2x8xi8>
  %2 = quant.scast %1 : tensor<2x8xi8> to tensor<2x8x!fine>
  %3 = quant.dcast %2 : tensor<2x8x!fine> to tensor<2x8xf32>
  %4 = quant.qcast %3 : tensor<2x8xf32> to tensor<2x8x!coarse>
  %5 = quant.dcast %4 : tensor<2x8x!coarse> to tensor<2x8xf32>
  %6 = quant.qcast %5 : tensor<2x8xf32> to tensor<2x8x!single>
  %7 = quant.scast %6 : tensor<2x8x!single> to tensor<2x8xi8>
  %8 = tensor.insert_slice %7 into %0[0, 0, 0] [2, 8, 1] [1, 1, 1] : tensor<2x8xi8> into tensor<2x8x16xi8>
  %9 = tensor.collapse_shape %8 [[0, 1, 2]] : tensor<2x8x16xi8> into tensor<256xi8>
  return %9 : tensor<256xi8>
}

//===----------------------------------------------------------------------===//
// Ops between
//===----------------------------------------------------------------------===//

// Channels of axis 1, then of axis 0; every second column, all twice.
func.func @moved(%x: tensor<256xi8>) -> tensor<256xi8> {
  %0 = tensor.expand_shape %x [[0, 1, 2]] output_shape [2, 4, 32] : tensor<256xi8> into tensor<2x4x32xi8>
  %1 = quant.scast %0 : tensor<2x4x32xi8> to tensor<2x4x32x!channels>
  %2 = quant.dcast %1 : tensor<2x4x32x!channels> to tensor<2x4x32xf32>
  %3 = tensor.empty() : tensor<4x32x2xf32>
  %4 = linalg.transpose ins(%2 : tensor<2x4x32xf32>) outs(%3 : tensor<4x32x2xf32>) permutation = [1, 2, 0]
  %5 = tensor.collapse_shape %4 [[0], [1, 2]] : tensor<4x32x2xf32> into tensor<4x64xf32>
  %6 = tensor.extract_slice %5[0, 1] [4, 32] [1, 2] : tensor<4x64xf32> to tensor<4x32xf32>
  %7 = tensor.cast %6 : tensor<4x32xf32> to tensor<4x?xf32>
  %8 = quant.qcast %7 : tensor<4x?xf32> to tensor<4x?x!second>
  %9 = quant.scast %8 : tensor<4x?x!second> to tensor<4x?xi8>
  %10 = tensor.cast %9 : tensor<4x?xi8> to tensor<4x32xi8>
  %11 = tensor.collapse_shape %10 [[0, 1]] : tensor<4x32xi8> into tensor<128xi8>
  %12 = tensor.concat dim(0) %11, %11 : (tensor<128xi8>, tensor<128xi8>) -> tensor<256xi8>
  return %12 : tensor<256xi8>
}

//===----------------------------------------------------------------------===//
// Wide storage
//===----------------------------------------------------------------------===//

!acc = !quant.uniform<i32:f32:0, {0.002, 0.37}>
func.func @accumulators(%x: tensor<2x12xi32>) -> tensor<2x12xi64> {
  %0 = quant.scast %x : tensor<2x12xi32> to tensor<2x12x!acc>
  %1 = quant.dcast %0 : tensor<2x12x!acc> to tensor<2x12xf32>
  %2 = quant.qcast %1 : tensor<2x12xf32> to tensor<2x12x!second>
  %3 = quant.scast %2 : tensor<2x12x!second> to tensor<2x12xi8>
  %4 = arith.extsi %3 : tensor<2x12xi8> to tensor<2x12xi64>
  return %4 : tensor<2x12xi64>
}

func.func @main() {
  %all = call @all() : () -> tensor<256xi8>
  %0 = call @simple(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%0) : (tensor<256xi8>) -> ()
  %1 = call @f16(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%1) : (tensor<256xi8>) -> ()
  %2 = call @bf16(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%2) : (tensor<256xi8>) -> ()
  %3 = call @policies(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%3) : (tensor<256xi8>) -> ()
  %4 = call @scalars(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%4) : (tensor<256xi8>) -> ()
  %5 = call @lists(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%5) : (tensor<256xi8>) -> ()
  %6 = call @dynamic_lists(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%6) : (tensor<256xi8>) -> ()
  %7 = call @unranked_lists(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%7) : (tensor<256xi8>) -> ()
  %8 = call @blocks(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%8) : (tensor<256xi8>) -> ()
  %9 = call @moved(%all) : (tensor<256xi8>) -> tensor<256xi8>
  call @print8(%9) : (tensor<256xi8>) -> ()

  // The ends to i8's, by 0.002 / 0.2 and 0.37 / 0.2.
  // CHECK: [-128, 127, -3, -3, -3, 97,
  %acc = arith.constant dense<[
    [-2147483648, 2147483647, 0, 1, -1, 9999, -9999, 50, -50, 16777217, 150, 250],
    [-2147483648, 2147483647, 0, 1, -1, 9999, -9999, 50, -50, 16777217, 150, 250]]> : tensor<2x12xi32>
  %10 = call @accumulators(%acc) : (tensor<2x12xi32>) -> tensor<2x12xi64>
  %11 = bufferization.to_buffer %10 : tensor<2x12xi64> to memref<2x12xi64>
  %12 = memref.cast %11 : memref<2x12xi64> to memref<*xi64>
  call @printMemrefI64(%12) : (memref<*xi64>) -> ()
  return
}
