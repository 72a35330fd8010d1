// RUN: quant-opt %s --quant-lower-fused-ops --cse | FileCheck %s
// RUN: quant-opt %s --quant-lower-fused-ops=runtime-checks=false | FileCheck %s --check-prefix=NONE

// NONE-NOT: cf.assert

// What is known needs no check.
// CHECK-LABEL: @known
// CHECK-NOT: cf.assert
// CHECK: return
func.func @known(%x: tensor<?x8xbf16>, %i: tensor<2x8xi32>, %ws: tensor<8xf32>, %as: tensor<2x1xf32>) {
  %0:2 = quant.dequant_situ_quant %x : tensor<?x8xbf16> -> tensor<?x4xi8>, tensor<?xf32>
  %1:2 = quant.dequant_situ_quant %i weight_scale(%ws : tensor<8xf32>) activation_scale(%as : tensor<2x1xf32>)
      : tensor<2x8xi32> -> tensor<?x?xi8>, tensor<2xf32>
  return
}

// CHECK-LABEL: @width
// CHECK: cf.assert %{{.*}}, "quant.dequant_situ_quant: expected the last dimension of x to be even"
// CHECK-NOT: cf.assert
// CHECK: return
func.func @width(%x: tensor<?x?xbf16>) {
  %0:2 = quant.dequant_situ_quant %x : tensor<?x?xbf16> -> tensor<?x?xi8>, tensor<?xf32>
  return
}

// CHECK-LABEL: @results
// CHECK: cf.assert %{{.*}}, "quant.dequant_situ_quant: expected rows of x to have the size 8, twice that of the result"
// CHECK: cf.assert %{{.*}}, "quant.dequant_situ_quant: expected dimension 0 of x to have the size 2 of the result"
// CHECK: return
func.func @results(%x: tensor<?x?xbf16>) {
  %0:2 = quant.dequant_situ_quant %x : tensor<?x?xbf16> -> tensor<2x4xi8>, tensor<?xf32>
  return
}

// CHECK-LABEL: @operands
// CHECK: cf.assert %{{.*}}, "quant.dequant_situ_quant: expected weight_scale to have as many rows as there are groups"
// CHECK: cf.assert %{{.*}}, "quant.dequant_situ_quant: expected weight_scale to have one column, or as many as it is applied to"
// CHECK: cf.assert %{{.*}}, "quant.dequant_situ_quant: expected activation_scale to have as many rows as x"
// CHECK: cf.assert %{{.*}}, "quant.dequant_situ_quant: expected activation_scale to have one column"
// CHECK: return
func.func @operands(%x: tensor<?x8xi32>, %ws: tensor<?x?xf32>, %as: tensor<?x?xf32>, %groups: tensor<?xi64>) {
  %0:2 = quant.dequant_situ_quant %x weight_scale(%ws : tensor<?x?xf32>) activation_scale(%as : tensor<?x?xf32>)
      group_index(%groups : tensor<?xi64>) : tensor<?x8xi32> -> tensor<?x4xi8>, tensor<?xf32>
  return
}

// CHECK-LABEL: @smooth
// CHECK: cf.assert %{{.*}}, "quant.dequant_situ_quant: expected quant_scale to have one row"
// CHECK: cf.assert %{{.*}}, "quant.dequant_situ_quant: expected quant_scale to have one column, or as many as it is applied to"
// CHECK: return
func.func @smooth(%x: tensor<2x8xi8>, %ws: tensor<8xf32>, %qs: tensor<?x?xf32>) {
  %0:2 = quant.dequant_situ_quant %x weight_scale(%ws : tensor<8xf32>) quant_scale(%qs : tensor<?x?xf32>)
      : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}
