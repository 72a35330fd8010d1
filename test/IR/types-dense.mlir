// RUN: quant-opt %s | FileCheck %s
// RUN: quant-opt %s | quant-opt | FileCheck %s

// Scales as dense elements are the same type as scales in a list.

// 0.5 and 0.25 of f32, little endian.
#scales = dense<"0x0000003F0000803E"> : tensor<2xf32>
#zero_points = dense<[3, -56]> : tensor<2xi8>

// CHECK-LABEL: @per_axis(
// CHECK-SAME: !quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>,
// CHECK-SAME: !quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>,
// CHECK-SAME: !quant.uniform<i8:f32:0, {5.000000e-01:3,2.500000e-01:-56}>>,
// CHECK-SAME: !quant.uniform<u8:f32:0, {5.000000e-01:3,2.500000e-01:200}>>)
func.func private @per_axis(
  tensor<2x!quant.uniform<i8:f32:0, #scales>>,
  tensor<2x!quant.uniform<i8:f32:0, dense<[0.5, 0.25]> : tensor<2xf32>>>,
  tensor<2x!quant.uniform<i8:f32:0, #scales : #zero_points>>,
  tensor<2x!quant.uniform<u8:f32:0, #scales : #zero_points>>)

// In 64 bits a zero point is a number.
// CHECK-LABEL: @wide(
// CHECK-SAME: !quant.uniform<u8:f32:0, {5.000000e-01:3,2.500000e-01:200}>>,
// CHECK-SAME: !quant.uniform<u64:f64:0, {5.000000e-01:18446744073709551615}>>)
func.func private @wide(
  tensor<2x!quant.uniform<u8:f32:0, #scales : dense<[3, 200]> : tensor<2xi64>>>,
  tensor<1x!quant.uniform<u64:f64:0, dense<0.5> : tensor<1xf64> : dense<-1> : tensor<1xi64>>>)

// One value for all, and other float types.
// CHECK-LABEL: @splat(
// CHECK-SAME: !quant.uniform<i8:f16:0, {1.000000e-01,1.000000e-01,1.000000e-01}>>,
// CHECK-SAME: !quant.uniform<i8:bf16:1, {1.000000e-01,1.000000e-01,1.000000e-01}>>)
func.func private @splat(
  tensor<3x!quant.uniform<i8:f16:0, dense<0.1> : tensor<3xf16>>>,
  tensor<1x3x!quant.uniform<i8:bf16:1, dense<0.1> : tensor<3xbf16>>>)

// CHECK-LABEL: @blocked(
// CHECK-SAME: !quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}5.000000e-01, 2.500000e-01}, {1.000000e+00, 2.000000e+00}}>>,
// CHECK-SAME: !quant.uniform<i4:f32:{1:2}, {{[{][{]}}5.000000e-01:1, 2.500000e-01:-8}}>>)
func.func private @blocked(
  tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, dense<[[0.5, 0.25], [1.0, 2.0]]> : tensor<2x2xf32>>>,
  tensor<3x4x!quant.uniform<i4:f32:{1:2}, dense<[[0.5, 0.25]]> : tensor<1x2xf32> : dense<[[1, -8]]> : tensor<1x2xi4>>>)
