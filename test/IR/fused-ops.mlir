// RUN: quant-opt %s | FileCheck %s
// RUN: quant-opt %s | quant-opt | FileCheck %s
// RUN: quant-opt %s --mlir-print-op-generic | quant-opt | FileCheck %s
// RUN: quant-opt %s --emit-bytecode | quant-opt | FileCheck %s

// CHECK-LABEL: @experts
// CHECK: quant.dequant_situ_quant %{{[a-z0-9]+}} weight_scale(%{{.*}} : tensor<4x6144xf32>) activation_scale(%{{.*}} : tensor<?xf32>) bias(%{{.*}} : tensor<4x1xf32>) group_index(%{{.*}} : tensor<4xi64>) : tensor<?x6144xi32> -> tensor<?x3072xi8>, tensor<?xf32>
func.func @experts(%x: tensor<?x6144xi32>, %ws: tensor<4x6144xf32>, %as: tensor<?xf32>, %bias: tensor<4x1xf32>, %groups: tensor<4xi64>) -> (tensor<?x3072xi8>, tensor<?xf32>) {
  // Defaults written out.
  %y, %y_scale = quant.dequant_situ_quant %x
      weight_scale(%ws : tensor<4x6144xf32>) activation_scale(%as : tensor<?xf32>) bias(%bias : tensor<4x1xf32>)
      group_index(%groups : tensor<4xi64>)
      {beta = 4.0 : f32, linear_beta = 25.0 : f32, activate_left = true, quant_type = "dynamic"}
      : tensor<?x6144xi32> -> tensor<?x3072xi8>, tensor<?xf32>
  return %y, %y_scale : tensor<?x3072xi8>, tensor<?xf32>
}

// CHECK-LABEL: @tile_of_experts
// CHECK: quant.dequant_situ_quant %{{.*}} weight_scale(%{{.*}}) activation_scale(%{{.*}} : tensor<16x1xf32>) group_index(%{{.*}}) row_offset(%{{.*}} : index) :
func.func @tile_of_experts(%x: tensor<16x8xi32>, %ws: tensor<?x?xf32>, %as: tensor<16x1xf32>, %groups: tensor<?xi64>, %first: index) -> tensor<16xf32> {
  // Operands in another order.
  %y, %y_scale = quant.dequant_situ_quant %x row_offset(%first : index) group_index(%groups : tensor<?xi64>)
      activation_scale(%as : tensor<16x1xf32>) weight_scale(%ws : tensor<?x?xf32>)
      : tensor<16x8xi32> -> tensor<16x4xi8>, tensor<16xf32>
  return %y_scale : tensor<16xf32>
}

// CHECK-LABEL: @static
// CHECK: quant.dequant_situ_quant %{{[a-z0-9]+}} weight_scale(%{{.*}} : tensor<8xf32>) quant_scale(%{{.*}} : tensor<4xf32>) {quant_type = "static"} : tensor<2x3x8xi8> -> tensor<2x3x4xi8>
// CHECK: quant.dequant_situ_quant %{{.*}} {activate_left = false, beta = 2.500000e+00 : f32, linear_beta = 0.000000e+00 : f32, quant_type = "static"} :
func.func @static(%x: tensor<2x3x8xi8>, %ws: tensor<8xf32>, %qs: tensor<4xf32>, %qo: tensor<1xf32>) -> (tensor<2x3x4xi8>, tensor<2x3x4xi8>) {
  %0 = quant.dequant_situ_quant %x weight_scale(%ws : tensor<8xf32>) quant_scale(%qs : tensor<4xf32>)
      {quant_type = "static"} : tensor<2x3x8xi8> -> tensor<2x3x4xi8>
  %1 = quant.dequant_situ_quant %x quant_offset(%qo : tensor<1xf32>) quant_scale(%qs : tensor<4xf32>) weight_scale(%ws : tensor<8xf32>)
      {quant_type = "static", beta = 2.5 : f32, linear_beta = 0.0 : f32, activate_left = false}
      : tensor<2x3x8xi8> -> tensor<2x3x4xi8>
  return %0, %1 : tensor<2x3x4xi8>, tensor<2x3x4xi8>
}

// CHECK-LABEL: @smooth
// CHECK: quant_scale(%{{.*}} : tensor<1x4xf32>) : tensor<?x?x?x8xi8> -> tensor<?x?x?x4xi8>, tensor<?x?x?xf32>
func.func @smooth(%x: tensor<?x?x?x8xi8>, %ws: tensor<1x8xf32>, %bias: tensor<1xf32>, %qs: tensor<1x4xf32>) -> tensor<?x?x?x4xi8> {
  %y, %y_scale = quant.dequant_situ_quant %x weight_scale(%ws : tensor<1x8xf32>) bias(%bias : tensor<1xf32>) quant_scale(%qs : tensor<1x4xf32>)
      : tensor<?x?x?x8xi8> -> tensor<?x?x?x4xi8>, tensor<?x?x?xf32>
  return %y : tensor<?x?x?x4xi8>
}

// CHECK-LABEL: @floats
// CHECK: quant.dequant_situ_quant %{{[a-z0-9]+}} : tensor<?x2xbf16> -> tensor<?x1xi8>, tensor<?xf32>
// CHECK: quant.dequant_situ_quant %{{[a-z0-9]+}} {quantir.policy = #quantir.policy<rounding = nearest_even>} : tensor<0x?xf16> -> tensor<?x7xi8>, tensor<0xf32>
func.func @floats(%x: tensor<?x2xbf16>, %z: tensor<0x?xf16>) {
  %0:2 = quant.dequant_situ_quant %x : tensor<?x2xbf16> -> tensor<?x1xi8>, tensor<?xf32>
  // Results may say more than x, or less.
  %1:2 = quant.dequant_situ_quant %z {quantir.policy = #quantir.policy<rounding = nearest_even>} : tensor<0x?xf16> -> tensor<?x7xi8>, tensor<0xf32>
  return
}
