// RUN: %opt_with_plugin %s | FileCheck %s
// RUN: %opt_with_plugin %s | %opt_with_plugin | FileCheck %s

// MLIR's own types in a host that has them: what this project adds to them.

// A type of more than 16 parameters is printed once.
// CHECK: !quant_uniform = !quant.uniform<i8:f32:1, {1.000000e+00,{{.*}},1.700000e+01}>
// CHECK-NOT: 1.700000e+01
!long = !quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0}>

// The attribute of the companion dialect.
// CHECK: module attributes {quantir.policy = #quantir.policy<rounding = nearest_even>}
module attributes {quantir.policy = #quantir.policy<rounding = nearest_even>} {

// CHECK: func.func private @long(tensor<4x17x!quant_uniform>, tensor<17x17x!quant_uniform>)
func.func private @long(tensor<4x17x!long>, tensor<17x17x!long>)

// Sixteen are printed in place.
// CHECK: func.func private @short(tensor<16x!quant.uniform<i8:f32:0, {1.000000e+00,
func.func private @short(tensor<16x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0}>>)

// Elements of a memref.
// CHECK-LABEL: func.func private @memref
// CHECK-SAME: memref<?x!quant.uniform<i8:f32, 2.000000e+00>>
// CHECK-SAME: memref<2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
// CHECK-SAME: memref<2x!quant.uniform<i8:f32:{0:1}, {1.000000e+00, 2.000000e+00}>>
// CHECK-SAME: memref<2x!quant.any<i8>>
func.func private @memref(
  memref<?x!quant.uniform<i8:f32, 2.0>>,
  memref<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>,
  memref<2x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0}>>,
  memref<2x!quant.any<i8>>)

}
