// RUN: quant-opt %s | FileCheck %s
// RUN: quant-opt %s | quant-opt | FileCheck %s
// RUN: quant-opt %s --mlir-print-op-generic | quant-opt | FileCheck %s
// RUN: quant-opt %s --emit-bytecode | quant-opt | FileCheck %s
// RUN: quant-opt %s --emit-bytecode | quant-opt --emit-bytecode | quant-opt | FileCheck %s

// The text forms of the types. What is checked is what MLIR's own dialect prints
// for the same type, where it has it and its text reads back.

//===----------------------------------------------------------------------===//
// Per tensor
//===----------------------------------------------------------------------===//

// CHECK: @scale(!quant.uniform<i8:f32, 3.000000e+00>)
func.func private @scale(!quant.uniform<i8:f32, 3.0>)
// CHECK: @zero_point(!quant.uniform<i8:f32, 3.000000e+00:-7>)
func.func private @zero_point(!quant.uniform<i8:f32, 3.0:-7>)
// CHECK: @no_zero_point(!quant.uniform<i8:f32, 3.000000e+00>)
func.func private @no_zero_point(!quant.uniform<i8:f32, 3.0:0>)
// CHECK: @bounds(!quant.uniform<u16<0:1023>:f32, 1.230000e+00:512>)
func.func private @bounds(!quant.uniform<u16<0:1023>:f32, 1.23:512>)
// CHECK: @bounds_of_the_width(!quant.uniform<i8:f32, 1.000000e+00>)
func.func private @bounds_of_the_width(!quant.uniform<i8<-128:127>:f32, 1.0>)
// CHECK: @narrow_range(!quant.uniform<i8<-127:127>:f32, 1.000000e+00>)
func.func private @narrow_range(!quant.uniform<i8<-127:127>:f32, 1.0>)
// CHECK: @zero_point_outside(!quant.uniform<u8:f32, 1.000000e+00:-1>)
func.func private @zero_point_outside(!quant.uniform<u8:f32, 1.0:-1>)

// CHECK: @si8(!quant.uniform<i8:f32, 1.000000e+00>)
func.func private @si8(!quant.uniform<si8:f32, 1.0>)
// CHECK: @ui8(!quant.uniform<u8:f32, 1.000000e+00>)
func.func private @ui8(!quant.uniform<ui8:f32, 1.0>)

//===----------------------------------------------------------------------===//
// Storage of every kind
//===----------------------------------------------------------------------===//

// CHECK: @i1(!quant.uniform<i1:f32, 1.000000e+00:-1>)
func.func private @i1(!quant.uniform<i1<-1:0>:f32, 1.0:-1>)
// CHECK: @u1(!quant.uniform<u1:f32, 1.000000e+00:1>)
func.func private @u1(!quant.uniform<u1<0:1>:f32, 1.0:1>)
// CHECK: @i4(!quant.uniform<i4:f32, 1.000000e+00:7>)
func.func private @i4(!quant.uniform<i4<-8:7>:f32, 1.0:7>)
// CHECK: @i33(!quant.uniform<i33<-4294967296:4294967294>:f64, 1.000000e+00>)
func.func private @i33(!quant.uniform<i33<-4294967296:4294967294>:f64, 1.0>)
// CHECK: @u63(!quant.uniform<u63:f64, 1.000000e+00:9223372036854775807>)
func.func private @u63(!quant.uniform<u63<0:9223372036854775807>:f64, 1.0:9223372036854775807>)
// CHECK: @i64(!quant.uniform<i64:f64, 1.000000e+00:-9223372036854775808>)
func.func private @i64(!quant.uniform<i64<-9223372036854775808:9223372036854775807>:f64, 1.0:-9223372036854775808>)
// CHECK: @i64_bounds(!quant.uniform<i64<-9223372036854775807:9223372036854775806>:f64, 1.000000e+00>)
func.func private @i64_bounds(!quant.uniform<i64<-9223372036854775807:9223372036854775806>:f64, 1.0>)
// CHECK: @u64(!quant.uniform<u64:f64, 1.000000e+00:18446744073709551615>)
func.func private @u64(!quant.uniform<u64<0:18446744073709551615>:f64, 1.0:18446744073709551615>)
// CHECK: @u64_bounds(!quant.uniform<u64<9223372036854775808:18446744073709551614>:f64, 1.000000e+00:9223372036854775808>)
func.func private @u64_bounds(!quant.uniform<u64<9223372036854775808:18446744073709551614>:f64, 1.0:9223372036854775808>)

//===----------------------------------------------------------------------===//
// Scales: values of the expressed type
//===----------------------------------------------------------------------===//

// CHECK: @bf16(!quant.uniform<i8:bf16, 1.000000e-01>)
func.func private @bf16(!quant.uniform<i8:bf16, 0.1>)
// CHECK: @tf32(!quant.uniform<i8:tf32, 1.000000e-01>)
func.func private @tf32(!quant.uniform<i8:tf32, 0.1>)
// CHECK: @f64(!quant.uniform<i8:f64, 0.12345678901234568>)
func.func private @f64(!quant.uniform<i8:f64, 0.12345678901234568>)
// CHECK: @f80(!quant.uniform<i8:f80, 5.000000e-01>)
func.func private @f80(!quant.uniform<i8:f80, 0.5>)
// CHECK: @f128(!quant.uniform<i8:f128, 5.000000e-01>)
func.func private @f128(!quant.uniform<i8:f128, 0.5>)
// CHECK: @f8(!quant.uniform<i8:f8E5M2, 5.000000e-01>)
func.func private @f8(!quant.uniform<i8:f8E5M2, 0.5>)

// A scale in hexadecimal is a pattern of f64.
// CHECK: @hexadecimal(!quant.uniform<i8:f32, 1.000000e+00>)
func.func private @hexadecimal(!quant.uniform<i8:f32, 0x3FF0000000000000>)
// No decimal of f64 in the forms of MLIR's printer has a point and says
// 16777216; the pattern does.
// CHECK: @needs_hexadecimal(!quant.uniform<i8:f32, 0x4170000000000000>)
func.func private @needs_hexadecimal(!quant.uniform<i8:f32, 16777216.0>)

// The largest and smallest values of the type.
// CHECK: @f16_max(!quant.uniform<i8:f16, 6.550400e+04>)
func.func private @f16_max(!quant.uniform<i8:f16, 65504.0>)
// 2^-24, which the first decimal rounds to.
// CHECK: @f16_min([[F16_MIN:!quant.uniform<i8:f16, .*>]], [[F16_MIN]])
func.func private @f16_min(!quant.uniform<i8:f16, 6.0e-8>, !quant.uniform<i8:f16, 5.9604644775390625e-08>)
// CHECK: @f32_max(!quant.uniform<i8:f32, 3.4028234663852886E+38>)
func.func private @f32_max(!quant.uniform<i8:f32, 3.4028234663852886e38>)

// Equal numbers are equal types: 0.1 rounded to f16 and to f32.
// CHECK: @rounded_f16([[F16:!quant.uniform<i8:f16, 1.000000e-01>]], [[F16]])
func.func private @rounded_f16(!quant.uniform<i8:f16, 0.1>, !quant.uniform<i8:f16, 0.0999755859375>)
// CHECK: @rounded_f32([[F32:!quant.uniform<i8:f32, 1.000000e-01>]], [[F32]])
func.func private @rounded_f32(!quant.uniform<i8:f32, 0.1>, !quant.uniform<i8:f32, 0.100000001490116119384765625>)

//===----------------------------------------------------------------------===//
// Per axis
//===----------------------------------------------------------------------===//

// CHECK: @per_axis(tensor<2x3x4x!quant.uniform<i8:f32:1, {3.000000e+00,4.000000e+00,5.000000e+00}>>)
func.func private @per_axis(tensor<2x3x4x!quant.uniform<i8:f32:1, {3.0, 4.0, 5.0}>>)
// CHECK: @per_axis_zero_points(tensor<?x?x!quant.uniform<u16:f32:0, {2.000000e+00:10,3.000000e+00:20}>>)
func.func private @per_axis_zero_points(tensor<?x?x!quant.uniform<u16:f32:0, {2.0:10, 3.0:20}>>)
// CHECK: @per_axis_some_zero_points(tensor<*x!quant.uniform<i8<-8:7>:f16:4, {2.000000e+00,3.000000e+00:-8}>>)
func.func private @per_axis_some_zero_points(tensor<*x!quant.uniform<i8<-8:7>:f16:4, {2.0:0, 3.0:-8}>>)
// CHECK: @per_axis_one(tensor<1x!quant.uniform<u8:f32:0, {2.000000e+00:255}>>)
func.func private @per_axis_one(tensor<1x!quant.uniform<u8:f32:0, {2.0:255}>>)

//===----------------------------------------------------------------------===//
// Blocked
//===----------------------------------------------------------------------===//

// CHECK: @blocked(tensor<3x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}1.000000e+00:1, 2.000000e+00:2}, {3.000000e+00:3, 4.000000e+00}, {5.000000e+00, 6.000000e+00:-6}}>>)
func.func private @blocked(tensor<3x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0:1, 2.0:2}, {3.0:3, 4.0}, {5.0, 6.0:-6}}>>)
// CHECK: @blocked_one_axis(tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{[{][{]}}1.000000e+00}, {2.000000e+00}}>>)
func.func private @blocked_one_axis(tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0}, {2.0}}>>)
// CHECK: @blocked_no_axis(tensor<6x2x!quant.uniform<i8:f32:{}, {{[{][{]}}1.000000e+00}}>>)
func.func private @blocked_no_axis(tensor<6x2x!quant.uniform<i8:f32:{}, {{1.0}}>>)
// CHECK: @blocked_rank_1(tensor<6x!quant.uniform<i8:f32:{0:2}, {1.000000e+00, 2.000000e+00, 3.000000e+00}>>)
func.func private @blocked_rank_1(tensor<6x!quant.uniform<i8:f32:{0:2}, {1.0, 2.0, 3.0}>>)
// CHECK: @blocked_axes_as_written(tensor<2x2x!quant.uniform<i8:f32:{1:2, 0:1}, {{[{][{]}}1.000000e+00}, {2.000000e+00}}>>)
func.func private @blocked_axes_as_written(tensor<2x2x!quant.uniform<i8:f32:{1:2, 0:1}, {{1.0}, {2.0}}>>)
// CHECK: @blocked_unsigned(tensor<1x1x!quant.uniform<u8:f32:{0:1}, {{[{][{]}}2.000000e+00:255}}>>)
func.func private @blocked_unsigned(tensor<1x1x!quant.uniform<u8:f32:{0:1}, {{2.0:255}}>>)
// CHECK: @blocked_u64(tensor<1x1x!quant.uniform<u64:f32:{0:1}, {{[{][{]}}2.000000e+00:18446744073709551615}}>>)
func.func private @blocked_u64(tensor<1x1x!quant.uniform<u64:f32:{0:1}, {{2.0:18446744073709551615}}>>)
// CHECK: @blocked_rank_4(tensor<2x1x2x2x!quant.uniform<i8:f32:{0:1, 3:1}, {{[{][{][{][{]}}1.000000e+00, 2.000000e+00}}}, {{[{][{][{]}}3.000000e+00, 4.000000e+00}}}}>>)
func.func private @blocked_rank_4(tensor<2x1x2x2x!quant.uniform<i8:f32:{0:1, 3:1}, {{{{1.0, 2.0}}}, {{{3.0, 4.0}}}}>>)

//===----------------------------------------------------------------------===//
// Any and calibrated
//===----------------------------------------------------------------------===//

// CHECK: @any(!quant.any<i8<-8:7>:f32>)
func.func private @any(!quant.any<i8<-8:7>:f32>)
// CHECK: @any_without_expressed(!quant.any<u8>)
func.func private @any_without_expressed(!quant.any<ui8>)
// CHECK: @any_u64(!quant.any<u64<1:18446744073709551615>:f64>)
func.func private @any_u64(!quant.any<u64<1:18446744073709551615>:f64>)
// CHECK: @calibrated(!quant.calibrated<f32<-0.998:1.232100e+00>>)
func.func private @calibrated(!quant.calibrated<f32<-0.998:1.2321>>)
// CHECK: @calibrated_hexadecimal(!quant.calibrated<f64<-1.000000e+00:1.000000e-01>>)
func.func private @calibrated_hexadecimal(!quant.calibrated<f64<0xBFF0000000000000:0.1>>)

//===----------------------------------------------------------------------===//
// Where a type may stand
//===----------------------------------------------------------------------===//

// CHECK: @memrefs(memref<?x!quant.uniform<i8:f32, 1.000000e+00>>, memref<*x!quant.any<u4>>, memref<2x2x!quant.uniform<i4:f32, 1.000000e+00>, strided<[4, 1], offset: ?>, 3>)
func.func private @memrefs(memref<?x!quant.uniform<i8:f32, 1.0>>,
                           memref<*x!quant.any<u4>>,
                           memref<2x2x!quant.uniform<i4:f32, 1.0>, strided<[4, 1], offset: ?>, 3>)
// CHECK: @memref_per_axis(memref<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>)
func.func private @memref_per_axis(memref<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>)
// CHECK: @containers(tuple<!quant.uniform<i8:f32, 1.000000e+00>, tensor<*x!quant.any<i8>>>) -> ((!quant.any<i8>) -> !quant.any<u8>)
func.func private @containers(tuple<!quant.uniform<i8:f32, 1.0>, tensor<*x!quant.any<i8>>>) -> ((!quant.any<i8>) -> !quant.any<u8>)
// CHECK: @encoding(tensor<2x!quant.uniform<i8:f32, 1.000000e+00>, "layout">)
func.func private @encoding(tensor<2x!quant.uniform<i8:f32, 1.0>, "layout">)
// CHECK: @attribute() attributes {type = !quant.uniform<i8:f32, 1.000000e+00>}
func.func private @attribute() attributes {type = !quant.uniform<i8:f32, 1.0>}
