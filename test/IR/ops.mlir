// RUN: quant-opt %s | FileCheck %s
// RUN: quant-opt %s | quant-opt | FileCheck %s
// RUN: quant-opt %s --mlir-print-op-generic | quant-opt | FileCheck %s
// RUN: quant-opt %s --emit-bytecode | quant-opt | FileCheck %s
// RUN: quant-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// The nine examples of the op descriptions, unchanged.

// CHECK-LABEL: @dcast_scalar
func.func @dcast_scalar(%input: !quant.uniform<i8:f32, 2.0>) {
  // Dequantize a scalar quantized value
  // CHECK: quant.dcast %{{.*}} : !quant.uniform<i8:f32, 2.000000e+00> to f32
  // GENERIC: "quant.dcast"(%{{.*}}) : (!quant.uniform<i8:f32, 2.000000e+00>) -> f32
  %result = quant.dcast %input : !quant.uniform<i8:f32, 2.0> to f32
  return
}

// CHECK-LABEL: @dcast_dynamic
func.func @dcast_dynamic(%input: tensor<?x!quant.uniform<i8:f32, 2.0>>) {
  // Dequantize a dynamically shaped tensor of quantized values
  // CHECK: quant.dcast %{{.*}} : tensor<?x!quant.uniform<i8:f32, 2.000000e+00>> to tensor<?xf32>
  // GENERIC: "quant.dcast"(%{{.*}}) : (tensor<?x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<?xf32>
  %result = quant.dcast %input : tensor<?x!quant.uniform<i8:f32, 2.0>> to tensor<?xf32>
  return
}

// CHECK-LABEL: @dcast_unranked_per_axis
func.func @dcast_unranked_per_axis(%input: tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>>) {
  // Dequantize an unranked tensor using per-axis quantization information
  // CHECK: quant.dcast %{{.*}} : tensor<*x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>> to tensor<*xf32>
  // GENERIC: "quant.dcast"(%{{.*}}) : (tensor<*x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>) -> tensor<*xf32>
  %result = quant.dcast %input : tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>> to tensor<*xf32>
  return
}

// CHECK-LABEL: @qcast_scalar
func.func @qcast_scalar(%input: f32) {
  // Quantize a scalar floating-point value
  // CHECK: quant.qcast %{{.*}} : f32 to !quant.uniform<i8:f32, 2.000000e+00>
  // GENERIC: "quant.qcast"(%{{.*}}) : (f32) -> !quant.uniform<i8:f32, 2.000000e+00>
  %result = quant.qcast %input : f32 to !quant.uniform<i8:f32, 2.0>
  return
}

// CHECK-LABEL: @qcast_dynamic
func.func @qcast_dynamic(%input: tensor<?xf32>) {
  // Quantize a dynamically shaped tensor of quantized values
  // CHECK: quant.qcast %{{.*}} : tensor<?xf32> to tensor<?x!quant.uniform<i8:f32, 2.000000e+00>>
  // GENERIC: "quant.qcast"(%{{.*}}) : (tensor<?xf32>) -> tensor<?x!quant.uniform<i8:f32, 2.000000e+00>>
  %result = quant.qcast %input : tensor<?xf32> to tensor<?x!quant.uniform<i8:f32, 2.0>>
  return
}

// CHECK-LABEL: @qcast_unranked_per_axis
func.func @qcast_unranked_per_axis(%input: tensor<*xf32>) {
  // Quantize an unranked tensor using per-axis quantization information
  // CHECK: quant.qcast %{{.*}} : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>
  // GENERIC: "quant.qcast"(%{{.*}}) : (tensor<*xf32>) -> tensor<*x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>
  %result = quant.qcast %input : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
  return
}

// CHECK-LABEL: @scast_scalar
func.func @scast_scalar(%input: !quant.uniform<i8:f32, 2.0>) {
  // Cast a scalar quantized value into its storage type
  // CHECK: quant.scast %{{.*}} : !quant.uniform<i8:f32, 2.000000e+00> to i8
  // GENERIC: "quant.scast"(%{{.*}}) : (!quant.uniform<i8:f32, 2.000000e+00>) -> i8
  %result = quant.scast %input : !quant.uniform<i8:f32, 2.0> to i8
  return
}

// CHECK-LABEL: @scast_dynamic
func.func @scast_dynamic(%input: tensor<?x!quant.uniform<i8:f32, 2.0>>) {
  // Cast a dynamically shaped tensor of quantized values into their storage type
  // CHECK: quant.scast %{{.*}} : tensor<?x!quant.uniform<i8:f32, 2.000000e+00>> to tensor<?xi8>
  // GENERIC: "quant.scast"(%{{.*}}) : (tensor<?x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<?xi8>
  %result = quant.scast %input : tensor<?x!quant.uniform<i8:f32, 2.0>> to tensor<?xi8>
  return
}

// CHECK-LABEL: @scast_unranked_per_axis
func.func @scast_unranked_per_axis(%input: tensor<*xi8>) {
  // Cast an unranked tensor of signless integers into a quantized type using
  // per-channel quantization
  // CHECK: quant.scast %{{.*}} : tensor<*xi8> to tensor<*x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>
  // GENERIC: "quant.scast"(%{{.*}}) : (tensor<*xi8>) -> tensor<*x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>
  %result = quant.scast %input : tensor<*xi8> to tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
  return
}

// Beyond the examples.

// CHECK-LABEL: @scast_to_quantized
// CHECK: quant.scast %{{.*}} : i8 to !quant.uniform<i8:f32, 2.000000e+00>
func.func @scast_to_quantized(%input: i8) -> !quant.uniform<i8:f32, 2.0> {
  %result = quant.scast %input : i8 to !quant.uniform<i8:f32, 2.0>
  return %result : !quant.uniform<i8:f32, 2.0>
}

// A zero point that the storage can't hold is no matter to a storage cast.
// CHECK-LABEL: @scast_any_zero_point
// CHECK: quant.scast %{{.*}} : !quant.uniform<u8:f32, 2.000000e+00:-1> to i8
func.func @scast_any_zero_point(%input: !quant.uniform<u8:f32, 2.0:-1>) -> i8 {
  %result = quant.scast %input : !quant.uniform<u8:f32, 2.0:-1> to i8
  return %result : i8
}

// CHECK-LABEL: @scast_of_any
// CHECK: quant.scast %{{.*}} : tensor<2x!quant.any<u4:f16>> to tensor<2xi4>
func.func @scast_of_any(%input: tensor<2x!quant.any<u4:f16>>) -> tensor<2xi4> {
  %result = quant.scast %input : tensor<2x!quant.any<u4:f16>> to tensor<2xi4>
  return %result : tensor<2xi4>
}

// CHECK-LABEL: @blocked
// CHECK: quant.dcast %{{.*}} : tensor<4x?x!quant.uniform<i8:f32:{0:2, 1:3}, {{[{][{]}}1.000000e+00, 2.000000e+00}, {3.000000e+00, 4.000000e+00:5}}>> to tensor<4x?xf32>
func.func @blocked(%input: tensor<4x?x!quant.uniform<i8:f32:{0:2, 1:3}, {{1.0, 2.0}, {3.0, 4.0:5}}>>) {
  %result = quant.dcast %input : tensor<4x?x!quant.uniform<i8:f32:{0:2, 1:3}, {{1.0, 2.0}, {3.0, 4.0:5}}>> to tensor<4x?xf32>
  return
}

// CHECK-LABEL: @attributes
// CHECK: quant.dcast %{{.*}} {note = "kept"} : !quant.uniform<i8:f32, 2.000000e+00> to f32
func.func @attributes(%input: !quant.uniform<i8:f32, 2.0>) {
  %result = quant.dcast %input {note = "kept"} : !quant.uniform<i8:f32, 2.0> to f32
  return
}
