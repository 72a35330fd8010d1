// RUN: quant-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// The examples in the documentation of MLIR 22.1's own quant dialect, in its
// order: what is called correct there passes here, what is called incorrect is
// refused for the reason given. (The examples in the descriptions of its ops are
// those of ops.mlir.) Two of them have names in place of numbers (s00:z00), for
// which numbers stand here.

//===----------------------------------------------------------------------===//
// The `!quant.uniform` type
//===----------------------------------------------------------------------===//

// An 8-bit signed integer type is used to represent a 32-bit float.
// CHECK: @per_layer(!quant.uniform<i8:f32, 3.000000e+00>)
func.func private @per_layer(!quant.uniform<i8:f32, 3.0>)

// A 16-bit unsigned integer type is used to represent a 32-bit float.
// CHECK: @per_layer_bounds(!quant.uniform<u16<0:1023>:f32, 1.230000e+00:512>)
func.func private @per_layer_bounds(!quant.uniform<u16<0:1023>:f32, 1.23:512>)

// CHECK: @per_channel(tensor<2x3x4x!quant.uniform<i8:f32:1, {3.000000e+00,4.000000e+00,5.000000e+00}>>)
func.func private @per_channel(tensor<2x3x4x!quant.uniform<i8:f32:1, {3.0, 4.0, 5.0}>>)

// CHECK: @per_channel_dynamic(tensor<?x?x!quant.uniform<u16:f32:0, {2.000000e+00:10,3.000000e+00:20}>>)
func.func private @per_channel_dynamic(tensor<?x?x!quant.uniform<u16:f32:0, {2.0:10, 3.0:20}>>)

// CHECK: @sub_channel(tensor<3x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}1.000000e+00:1, 2.000000e+00:2}, {3.000000e+00:3, 4.000000e+00:4}, {5.000000e+00:5, 6.000000e+00:6}}>>)
func.func private @sub_channel(tensor<3x4x!quant.uniform<i8:f32:{0:1, 1:2},
  {{1.0:1, 2.0:2}, {3.0:3,4.0:4}, {5.0:5,6.0:6}}>>)

// CHECK: @sub_channel_dynamic(tensor<?x?x!quant.uniform<u16:f32:{0:1, 1:2}, {{[{][{]}}1.000000e+00:1, 2.000000e+00:2}, {3.000000e+00:3, 4.000000e+00:4}}>>)
func.func private @sub_channel_dynamic(tensor<?x?x!quant.uniform<u16:f32:{0:1, 1:2},
  {{1.0:1, 2.0:2}, {3.0:3,4.0:4}}>>)

//===----------------------------------------------------------------------===//
// Per-axis quantization integrity
//===----------------------------------------------------------------------===//

// -----

func.func @scalar_incorrect(%input: f32) {
  // expected-error@+1 {{scalar types may not use per-axis quantization}}
  %result = quant.qcast %input : f32 to !quant.uniform<i8:f32:0, {1.0, 2.0}>
  return
}

// -----

// CHECK-LABEL: @scalar_correct
func.func @scalar_correct(%input: tensor<2xf32>) {
  // CHECK: quant.qcast %{{.*}} : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
  %result = quant.qcast %input : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

func.func @axis_incorrect(%input: tensor<1x2xf32>) {
  // expected-error@+1 {{expected axis 3 to be below rank 2}}
  %result = quant.qcast %input : tensor<1x2xf32> to tensor<1x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>
  return
}

// -----

// CHECK-LABEL: @axis_correct
func.func @axis_correct(%input: tensor<1x2xf32>) {
  // CHECK: quant.qcast %{{.*}} : tensor<1x2xf32> to tensor<1x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>
  %result = quant.qcast %input : tensor<1x2xf32> to tensor<1x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @channels_incorrect(%input: tensor<?x3xf32>) {
  // expected-error@+1 {{expected dimension 1 to have 4 elements, but got 3}}
  %result = quant.qcast %input : tensor<?x3xf32> to tensor<?x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>>
  return
}

// -----

// CHECK-LABEL: @channels_correct
func.func @channels_correct(%input: tensor<?x3xf32>) {
  // CHECK: quant.qcast %{{.*}} : tensor<?x3xf32> to tensor<?x3x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00,4.000000e+00}>>
  %result = quant.qcast %input : tensor<?x3xf32> to tensor<?x3x!quant.uniform<i8:f32:1, {2.0, 3.0, 4.0}>>
  return
}

//===----------------------------------------------------------------------===//
// Sub-channel quantization integrity
//===----------------------------------------------------------------------===//

// -----

func.func @sub_channel_scalar_incorrect(%input: f32) {
  // expected-error@+1 {{scalar types may not use sub-channel quantization}}
  %result = quant.qcast %input : f32 to !quant.uniform<i8:f32:{0:1, 1:2}, {{1.0}, {2.0}}>
  return
}

// -----

// CHECK-LABEL: @sub_channel_scalar_correct
func.func @sub_channel_scalar_correct(%input: tensor<2x2xf32>) {
  // CHECK: quant.qcast %{{.*}} : tensor<2x2xf32> to tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}1.000000e+00}, {2.000000e+00}}>>
  %result = quant.qcast %input : tensor<2x2xf32> to
              tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0}, {2.0}}>>
  return
}

// -----

func.func @unranked_incorrect(%input: tensor<*xf32>) {
  // expected-error@+1 {{tensor containing the sub-channel quantized type must be ranked}}
  %result = quant.qcast %input : tensor<*xf32> to
              tensor<*x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0}, {2.0}}>>
  return
}

// -----

func.func @block_axis_incorrect(%input: tensor<2x2xf32>) {
  // expected-error@+1 {{expected axis 2 to be below rank 2}}
  %result = quant.qcast %input : tensor<2x2xf32> to
              tensor<2x2x!quant.uniform<i8:f32:{2:1, 1:2}, {{1.0}, {2.0}}>>
  return
}

// -----

func.func @block_axis_negative_incorrect(%input: tensor<2x2xf32>) {
  // expected-error@+2 {{illegal quantized dimension: -1}}
  %result = quant.qcast %input : tensor<2x2xf32> to
              tensor<2x2x!quant.uniform<i8:f32:{-1:1, 1:2}, {{1.0}, {2.0}}>>
  return
}

// -----

// CHECK-LABEL: @block_axis_skipped_correct
func.func @block_axis_skipped_correct(%input: tensor<6x2xf32>) {
  // CHECK: tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{[{][{]}}1.000000e+00}, {3.000000e+00}}>>
  %result = quant.qcast %input : tensor<6x2xf32> to
              tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0}, {3.0}}>>
  return
}

// -----

// CHECK-LABEL: @block_axes_all_skipped_correct
func.func @block_axes_all_skipped_correct(%input: tensor<6x2xf32>) {
  // CHECK: tensor<6x2x!quant.uniform<i8:f32:{}, {{[{][{]}}1.000000e+00}}>>
  %result = quant.qcast %input : tensor<6x2xf32> to
              tensor<6x2x!quant.uniform<i8:f32:{}, {{1.0}}>>
  return
}

// -----

func.func @block_size_negative_incorrect(%input: tensor<6x2xf32>) {
  // expected-error@+2 {{illegal block size: -1}}
  %result = quant.qcast %input : tensor<6x2xf32> to
              tensor<6x2x!quant.uniform<i8:f32:{0:-1}, {{1.0, 2.0}}>>
  return
}

// -----

func.func @block_size_too_large_incorrect(%input: tensor<6x2xf32>) {
  // expected-error@+1 {{tensor dimension size 6 at axis 0 is not the 1 blocks of block size 8}}
  %result = quant.qcast %input : tensor<6x2xf32> to
              tensor<6x2x!quant.uniform<i8:f32:{0:8}, {{1.0, 2.0}}>>
  return
}

// -----

// CHECK-LABEL: @block_size_correct
func.func @block_size_correct(%input: tensor<6x2xf32>) {
  // CHECK: tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{[{][{]}}1.000000e+00}, {2.000000e+00}}>>
  %result = quant.qcast %input : tensor<6x2xf32> to
              tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0}, {2.0}}>>
  return
}

// -----

func.func @block_size_divides_incorrect(%input: tensor<6x2xf32>) {
  // expected-error@+1 {{tensor dimension size 6 at axis 0 is not the 1 blocks of block size 4}}
  %result = quant.qcast %input : tensor<6x2xf32> to
              tensor<6x2x!quant.uniform<i8:f32:{0:4}, {{1.0, 2.0}}>>
  return
}

// -----

// CHECK-LABEL: @block_size_divides_correct
func.func @block_size_divides_correct(%input: tensor<6x2xf32>) {
  // CHECK: tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{[{][{]}}1.000000e+00}, {2.000000e+00}}>>
  %result = quant.qcast %input : tensor<6x2xf32> to
              tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0}, {2.0}}>>
  return
}

// -----

func.func @scales_shape_incorrect(%input: tensor<6x2xf32>) {
  // expected-error@+1 {{tensor dimension size 6 at axis 0 is not the 1 blocks of block size 3}}
  %result = quant.qcast %input : tensor<6x2xf32> to
              tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0, 2.0}}>>
  return
}

// -----

// CHECK-LABEL: @scales_shape_correct
func.func @scales_shape_correct(%input: tensor<6x2xf32>) {
  // CHECK: tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{[{][{]}}1.000000e+00}, {2.000000e+00}}>>
  %result = quant.qcast %input : tensor<6x2xf32> to
              tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0}, {2.0}}>>
  return
}
