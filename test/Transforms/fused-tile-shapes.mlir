// RUN: quant-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/fuse_rows.mlir \
// RUN:   --transform-interpreter=entry-point=two_by_three --canonicalize --cse | FileCheck %s

// Two leading dimensions; a result that says more than `x`, and one that says less.

// CHECK-LABEL: @static
// CHECK: scf.for %[[I:[a-z0-9]+]] = %c0 to %c4 step %c2
// CHECK: scf.for %[[J:[a-z0-9]+]] = %c0 to %c6 step %c3
// CHECK: %[[X:.*]] = tensor.extract_slice %{{.*}}[%[[I]], %[[J]], 0] [2, 3, 8] [1, 1, 1] : tensor<4x?x?xi8> to tensor<2x3x8xi8>
// CHECK: %[[Y:.*]] = quant.dequant_situ_quant %[[X]] {{.*}} {quant_type = "static", quantir.policy = #quantir.policy<rounding = up>} : tensor<2x3x8xi8> -> tensor<2x3x4xi8>
// CHECK: tensor.insert_slice %[[Y]] into %{{.*}}[%[[I]], %[[J]], 0] [2, 3, 4] [1, 1, 1] : tensor<2x3x4xi8> into tensor<4x6x4xi8>
func.func @static(%x: tensor<4x?x?xi8>, %ws: tensor<8xf32>, %qs: tensor<4xf32>) -> tensor<?x6x4xi8> {
  %y = quant.dequant_situ_quant %x weight_scale(%ws : tensor<8xf32>) quant_scale(%qs : tensor<4xf32>)
      {quant_type = "static", quantir.policy = #quantir.policy<rounding = up>} : tensor<4x?x?xi8> -> tensor<?x6x4xi8>
  return %y : tensor<?x6x4xi8>
}
