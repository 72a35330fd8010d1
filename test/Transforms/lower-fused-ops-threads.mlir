// RUN: quant-opt %s --quant-lower-fused-ops=threads=2 --canonicalize --cse | FileCheck %s
// RUN: quant-opt %s --quant-lower-fused-ops=threads=2 --canonicalize --cse --eliminate-empty-tensors \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --canonicalize --cse --canonicalize | FileCheck %s --check-prefix=BUFFER --implicit-check-not=memref.copy
// RUN: not quant-opt %s --quant-lower-fused-ops=threads=0 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: quant-lower-fused-ops: expected threads to be between 1 and 1024, but got 0

// The check is of the whole op; each thread has a row of scratch of its own.
// CHECK-LABEL: @spread
// CHECK: cf.assert
// CHECK: scf.forall (%{{.*}}) in (2) shared_outs(
// CHECK-NOT: cf.assert
// CHECK: tensor.empty() : tensor<1024xf32>
// CHECK: scf.for
// CHECK: tensor.parallel_insert_slice
// CHECK: tensor.parallel_insert_slice
// BUFFER-LABEL: @spread
// BUFFER: scf.forall
// BUFFER: memref.alloc() {{.*}} : memref<1024xf32>
// BUFFER: return
func.func @spread(%x: tensor<?x2048xi32>, %ws: tensor<2048xf32>, %as: tensor<?xf32>) -> (tensor<?x1024xi8>, tensor<?xf32>) {
  %y, %s = quant.dequant_situ_quant %x weight_scale(%ws : tensor<2048xf32>) activation_scale(%as : tensor<?xf32>)
      : tensor<?x2048xi32> -> tensor<?x1024xi8>, tensor<?xf32>
  return %y, %s : tensor<?x1024xi8>, tensor<?xf32>
}

// The first dimension with more than one element.
// CHECK-LABEL: @second
// CHECK: scf.forall
// CHECK: tensor.extract_slice %{{.*}}[0, %{{.*}}, 0] [1, 32, 2048]
// BUFFER-LABEL: @second
func.func @second(%x: tensor<1x64x2048xi8>, %ws: tensor<1xf32>) -> (tensor<1x64x1024xi8>, tensor<1x64xf32>) {
  %y, %s = quant.dequant_situ_quant %x weight_scale(%ws : tensor<1xf32>) : tensor<1x64x2048xi8> -> tensor<1x64x1024xi8>, tensor<1x64xf32>
  return %y, %s : tensor<1x64x1024xi8>, tensor<1x64xf32>
}

// Not worth a thread.
// CHECK-LABEL: @few
// CHECK-NOT: scf.forall
// CHECK: return
func.func @few(%x: tensor<16x2048xbf16>) -> tensor<16x1024xi8> {
  %y, %s = quant.dequant_situ_quant %x : tensor<16x2048xbf16> -> tensor<16x1024xi8>, tensor<16xf32>
  return %y : tensor<16x1024xi8>
}

// No tile begins in a dimension without elements.
// CHECK-LABEL: func @no_elements
// CHECK-NOT: scf.forall
// CHECK: return
func.func @no_elements(%x: tensor<?x0x8xi8>, %w: tensor<8xf32>) -> tensor<?x0x4xi8> {
  %y, %s = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<?x0x8xi8> -> tensor<?x0x4xi8>, tensor<?x0xf32>
  return %y : tensor<?x0x4xi8>
}

// 2^64 elements are many, not none.
// CHECK-LABEL: func @uncountable
// CHECK: scf.forall
// CHECK: return
func.func @uncountable(%x: tensor<4294967296x4294967296xbf16>) -> tensor<4294967296x2147483648xi8> {
  %y, %s = quant.dequant_situ_quant %x : tensor<4294967296x4294967296xbf16> -> tensor<4294967296x2147483648xi8>, tensor<4294967296xf32>
  return %y : tensor<4294967296x2147483648xi8>
}
