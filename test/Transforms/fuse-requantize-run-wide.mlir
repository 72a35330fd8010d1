// The same bits, fused or not, at the ends of 64 bits of storage. (MLIR's own
// dialect has no more than 32.)
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
// RUN: FileCheck %s < %t.one

func.func private @printMemrefI64(memref<*xi64>) attributes {llvm.emit_c_interface}

!wide = !quant.uniform<i64:f64, 0.7:-7>
!wider = !quant.uniform<u64:f64, 0.9:9223372036854775808>
func.func @widest(%x: tensor<6xi64>) -> tensor<6xi64> {
  %0 = quant.scast %x : tensor<6xi64> to tensor<6x!wide>
  %1 = quant.dcast %0 {quantir.policy = #quantir.policy<dequantize = integer_subtract>}
    : tensor<6x!wide> to tensor<6xf64>
  %2 = quant.qcast %1 : tensor<6xf64> to tensor<6x!wider>
  %3 = quant.scast %2 : tensor<6x!wider> to tensor<6xi64>
  return %3 : tensor<6xi64>
}

// In f64, rounded after each step: (q + 7) * 0.7 / 0.9 + 2^63, as an unsigned
// number, printed as a signed one.
// CHECK: [2049638230412173312, -2049638230412173312,
// CHECK-SAME: -9223372036854775808, -9223372036854775808, -9223372036854775808,
// CHECK-SAME: 2049638230412173312]
func.func @main() {
  %ends = arith.constant dense<[
    -9223372036854775808, 9223372036854775807, 0, 1, -1, -9223372036854775807]> : tensor<6xi64>
  %0 = call @widest(%ends) : (tensor<6xi64>) -> tensor<6xi64>
  %1 = bufferization.to_buffer %0 : tensor<6xi64> to memref<6xi64>
  %2 = memref.cast %1 : memref<6xi64> to memref<*xi64>
  call @printMemrefI64(%2) : (memref<*xi64>) -> ()
  return
}
