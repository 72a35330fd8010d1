// Loops over threads, by OpenMP.
//
// RUN: quant-opt %s --quant-to-llvm="out-params parallel=4" | FileCheck %s
// RUN: not quant-opt %s --quant-to-llvm=parallel=0 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: quant-to-llvm: expected parallel to be between 1 and 1024, but got 0

!q = !quant.uniform<i8:f32, 0.037:3>

// CHECK-LABEL: llvm.func @quantize(
// CHECK: omp.parallel num_threads(%{{.*}} : i32)
// CHECK: omp.wsloop
// CHECK: omp.loop_nest
// CHECK: llvm.return
func.func @quantize(%x: tensor<?x3x4xf32>) -> tensor<?x3x4xi8>
    attributes {llvm.emit_c_interface} {
  %q = quant.qcast %x : tensor<?x3x4xf32> to tensor<?x3x4x!q>
  %s = quant.scast %q : tensor<?x3x4x!q> to tensor<?x3x4xi8>
  return %s : tensor<?x3x4xi8>
}

// Threads cost more than so few elements.
// CHECK-LABEL: llvm.func @few(
// CHECK-NOT: omp.
// CHECK: llvm.return
func.func @few(%x: tensor<64x64xf32>) -> tensor<64x64xi8> {
  %q = quant.qcast %x : tensor<64x64xf32> to tensor<64x64x!q>
  %s = quant.scast %q : tensor<64x64x!q> to tensor<64x64xi8>
  return %s : tensor<64x64xi8>
}
