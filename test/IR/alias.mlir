// RUN: quant-opt %s | FileCheck %s
// RUN: quant-opt %s | quant-opt | FileCheck %s
// RUN: quant-opt %s --emit-bytecode | quant-opt | FileCheck %s

// A type of more than 16 parameters is printed once; shorter ones in place.

// CHECK: ![[$LONG:quant_uniform[0-9]*]] = !quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00,6.000000e+00,7.000000e+00,8.000000e+00,9.000000e+00,1.000000e+01,1.100000e+01,1.200000e+01,1.300000e+01,1.400000e+01,1.500000e+01,1.600000e+01,1.700000e+01}>
// CHECK: ![[$BLOCKED:quant_uniform[0-9]*]] = !quant.uniform<i8:f32:{0:1}, {{[{][{]}}1.000000e+00}, {2.000000e+00}, {3.000000e+00}, {4.000000e+00}, {5.000000e+00}, {6.000000e+00}, {7.000000e+00}, {8.000000e+00}, {9.000000e+00}, {1.000000e+01}, {1.100000e+01}, {1.200000e+01}, {1.300000e+01}, {1.400000e+01}, {1.500000e+01}, {1.600000e+01}, {1.700000e+01}}>
// CHECK-NOT: !quant_uniform{{[0-9]*}} =

!long = !quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0}>
!blocked = !quant.uniform<i8:f32:{0:1}, {{1.0}, {2.0}, {3.0}, {4.0}, {5.0}, {6.0}, {7.0}, {8.0}, {9.0}, {10.0}, {11.0}, {12.0}, {13.0}, {14.0}, {15.0}, {16.0}, {17.0}}>
!short = !quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0}>

// CHECK-LABEL: @long(
// CHECK-SAME: tensor<17x![[$LONG]]>, tensor<17x![[$BLOCKED]]>)
func.func private @long(tensor<17x!long>, tensor<17x!blocked>)

// CHECK-LABEL: @casts
// CHECK-SAME: tensor<17x![[$LONG]]>
// CHECK: quant.qcast %{{.*}} : tensor<17xf32> to tensor<17x![[$LONG]]>
// CHECK: quant.dcast %{{.*}} : tensor<17x![[$LONG]]> to tensor<17xf32>
// CHECK: quant.scast %{{.*}} : tensor<17x![[$LONG]]> to tensor<17xi8>
func.func @casts(%input: tensor<17xf32>) -> tensor<17x!long> {
  %0 = quant.qcast %input : tensor<17xf32> to tensor<17x!long>
  %1 = quant.dcast %0 : tensor<17x!long> to tensor<17xf32>
  %2 = quant.scast %0 : tensor<17x!long> to tensor<17xi8>
  return %0 : tensor<17x!long>
}

// CHECK-LABEL: @short(
// CHECK-SAME: tensor<16x!quant.uniform<i8:f32:0, {1.000000e+00,{{.*}},1.600000e+01}>>)
func.func private @short(tensor<16x!short>)
