// RUN: quant-opt %s --quant-fold-constants | FileCheck %s
// RUN: quant-opt %s --quant-fold-constants=rounding=toward-zero | FileCheck %s --check-prefix=TRUNC

!q = !quant.uniform<i8:f32, 2.0:3>
!channel = !quant.uniform<i8:f32:1, {2.0:3, 4.0:1}>
!block = !quant.uniform<u4:f16:{0:2}, {{1.0}, {100.0}}>
!bit = !quant.uniform<u1:f32, 2.0>

// CHECK-LABEL: func @scalar
func.func @scalar() -> (i8, i8, f32) {
  // 5 / 2 + 3 = 5.5 -> 6, toward zero 5.
  // CHECK: %[[SIX:.*]] = arith.constant 6 : i8
  // CHECK: quant.scast %[[SIX]] : i8 to !quant.uniform<i8:f32, 2.000000e+00:3>
  // TRUNC: arith.constant 5 : i8
  %five = arith.constant 5.0 : f32
  %0 = quant.qcast %five : f32 to !q
  %1 = quant.scast %0 : !q to i8
  // NaN gives the zero point.
  // CHECK: %[[THREE:.*]] = arith.constant 3 : i8
  // CHECK: quant.scast %[[THREE]]
  %nan = arith.constant 0x7FC00000 : f32
  %2 = quant.qcast %nan : f32 to !q
  %3 = quant.scast %2 : !q to i8
  // (6 - 3) * 2, toward zero (5 - 3) * 2: the cast before it is folded first.
  // CHECK: arith.constant 6.000000e+00 : f32
  // TRUNC: arith.constant 4.000000e+00 : f32
  // CHECK-NOT: quant.dcast
  %4 = quant.dcast %0 : !q to f32
  return %1, %3, %4 : i8, i8, f32
}

// CHECK-LABEL: func @per_axis
func.func @per_axis() -> tensor<2x2xi8> {
  // 1/2+3 = 3.5 -> 4, 2/4+1 = 1.5 -> 2, 5/2+3 = 5.5 -> 6, 1000/4+1 saturates.
  // CHECK: arith.constant dense<{{\[\[}}4, 2], [6, 127]]> : tensor<2x2xi8>
  %c = arith.constant dense<[[1.0, 2.0], [5.0, 1000.0]]> : tensor<2x2xf32>
  %0 = quant.qcast %c : tensor<2x2xf32> to tensor<2x2x!channel>
  %1 = quant.scast %0 : tensor<2x2x!channel> to tensor<2x2xi8>
  return %1 : tensor<2x2xi8>
}

// A splat is none any more where the parameters differ.
// CHECK-LABEL: func @splat
func.func @splat() -> (tensor<4x1xi4>, tensor<4x4xi8>) {
  // 7 / 1 and 7 / 100.
  // CHECK: arith.constant dense<{{\[\[}}7], [7], [0], [0]]> : tensor<4x1xi4>
  %c = arith.constant dense<7.0> : tensor<4x1xf16>
  %0 = quant.qcast %c : tensor<4x1xf16> to tensor<4x1x!block>
  %1 = quant.scast %0 : tensor<4x1x!block> to tensor<4x1xi4>
  // CHECK: arith.constant dense<6> : tensor<4x4xi8>
  %d = arith.constant dense<5.0> : tensor<4x4xf32>
  %2 = quant.qcast %d : tensor<4x4xf32> to tensor<4x4x!q>
  %3 = quant.scast %2 : tensor<4x4x!q> to tensor<4x4xi8>
  return %1, %3 : tensor<4x1xi4>, tensor<4x4xi8>
}

// CHECK-LABEL: func @one_bit
func.func @one_bit() -> (tensor<3xi1>, tensor<2xf32>) {
  // -0.5 -> 0; 0.75 -> 1; 5 saturates at 1.
  // CHECK: arith.constant dense<[false, true, true]> : tensor<3xi1>
  %c = arith.constant dense<[-1.0, 1.5, 10.0]> : tensor<3xf32>
  %0 = quant.qcast %c : tensor<3xf32> to tensor<3x!bit>
  %1 = quant.scast %0 : tensor<3x!bit> to tensor<3xi1>
  // CHECK: arith.constant dense<[2.000000e+00, 0.000000e+00]> : tensor<2xf32>
  %d = arith.constant dense<[true, false]> : tensor<2xi1>
  %2 = quant.scast %d : tensor<2xi1> to tensor<2x!bit>
  %3 = quant.dcast %2 : tensor<2x!bit> to tensor<2xf32>
  return %1, %3 : tensor<3xi1>, tensor<2xf32>
}

// A resource stays one.
// CHECK-LABEL: func @resource
func.func @resource() -> tensor<2x2xi8> {
  // CHECK: arith.constant dense_resource<[[$WEIGHTS:.*]]> : tensor<2x2xi8>
  %c = arith.constant dense_resource<weights> : tensor<2x2xf32>
  %0 = quant.qcast %c : tensor<2x2xf32> to tensor<2x2x!channel>
  %1 = quant.scast %0 : tensor<2x2x!channel> to tensor<2x2xi8>
  return %1 : tensor<2x2xi8>
}

// qcast(dcast(q)) is q where every stored value comes back.
// CHECK-LABEL: func @round_trip
// CHECK-SAME: %[[Q:.*]]: tensor<4x!quant
// TRUNC-LABEL: func @round_trip
func.func @round_trip(%q: tensor<4x!q>) -> tensor<4x!q> {
  // CHECK-NEXT: return %[[Q]]
  // Powers of two are exact under every rounding.
  // TRUNC-NEXT: return
  %0 = quant.dcast %q : tensor<4x!q> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!q>
  return %1 : tensor<4x!q>
}

// (3 * s) / s is below 3 for this s, so truncation doesn't give 3 back.
!inexact = !quant.uniform<i8:f16, 0.013>
// CHECK-LABEL: func @round_trip_inexact
// TRUNC-LABEL: func @round_trip_inexact
func.func @round_trip_inexact(%q: !inexact) -> !inexact {
  // CHECK-NOT: quant.qcast
  // TRUNC: quant.dcast
  // TRUNC: quant.qcast
  %0 = quant.dcast %q : !inexact to f16
  %1 = quant.qcast %0 : f16 to !inexact
  return %1 : !inexact
}

// How a policy dequantizes has no say in the qcast: only the dcast is undefined by
// an fma in bf16. Powers of two are exact in bf16.
!narrow = !quant.uniform<i8:bf16, 0.5>
// CHECK-LABEL: func @round_trip_narrow
// CHECK-SAME: %[[Q:.*]]: !quant
func.func @round_trip_narrow(%q: !narrow) -> (!narrow, !narrow) {
  // CHECK-NEXT: %[[X:.*]] = quant.dcast %[[Q]]
  // CHECK-NEXT: %[[R:.*]] = quant.qcast %[[X]]
  // CHECK-NEXT: return %[[Q]], %[[R]]
  %0 = quant.dcast %q : !narrow to bf16
  %1 = quant.qcast %0 {quantir.policy = #quantir.policy<compute_type = expressed, dequantize = fma>} : bf16 to !narrow
  %2 = quant.dcast %q {quantir.policy = #quantir.policy<compute_type = expressed, dequantize = fma>} : !narrow to bf16
  %3 = quant.qcast %2 : bf16 to !narrow
  return %1, %3 : !narrow, !narrow
}

// A stored value outside the bounds doesn't come back.
!bounded = !quant.uniform<i8<-10:10>:f32, 2.0>
// CHECK-LABEL: func @round_trip_bounds
func.func @round_trip_bounds(%q: !bounded) -> !bounded {
  // CHECK: quant.qcast
  %0 = quant.dcast %q : !bounded to f32
  %1 = quant.qcast %0 : f32 to !bounded
  return %1 : !bounded
}

// What comes from elsewhere stays.
// CHECK-LABEL: func @no_constant
func.func @no_constant(%x: f32) -> !q {
  // CHECK: quant.qcast
  %0 = quant.qcast %x : f32 to !q
  return %0 : !q
}

// A resource may hold what quantized elements are stored as: 0.5 * (1, -1, 127, -128).
// CHECK-LABEL: func @quantized_resource
func.func @quantized_resource() -> tensor<4xf32> {
  // CHECK: arith.constant dense_resource<[[$STORED:.*]]> : tensor<4xf32>
  // CHECK-NOT: quant.dcast
  %q = arith.constant dense_resource<stored> : tensor<4x!quant.uniform<i8:f32, 0.5>>
  %d = quant.dcast %q : tensor<4x!quant.uniform<i8:f32, 0.5>> to tensor<4xf32>
  return %d : tensor<4xf32>
}

// A splat stays one, whatever its size. As a list it would have 2^40 elements, or 2^65,
// which is 0 in 64 bits.
// CHECK-LABEL: func @long_lists
// CHECK-DAG: arith.constant dense<2> : tensor<4294967296x4294967296xi8>
// CHECK-DAG: quant.qcast %{{.*}} : tensor<549755813888x2xf32>
// CHECK-DAG: quant.qcast %{{.*}} : tensor<4294967296x4294967296x2xf32>
func.func @long_lists() -> (tensor<4294967296x4294967296xi8>, tensor<549755813888x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, tensor<4294967296x4294967296x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>) {
  %x = arith.constant dense<1.0> : tensor<4294967296x4294967296xf32>
  %0 = quant.qcast %x : tensor<4294967296x4294967296xf32> to tensor<4294967296x4294967296x!quant.uniform<i8:f32, 0.5>>
  %1 = quant.scast %0 : tensor<4294967296x4294967296x!quant.uniform<i8:f32, 0.5>> to tensor<4294967296x4294967296xi8>
  %y = arith.constant dense<1.0> : tensor<549755813888x2xf32>
  %2 = quant.qcast %y : tensor<549755813888x2xf32> to tensor<549755813888x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  %z = arith.constant dense<1.0> : tensor<4294967296x4294967296x2xf32>
  %3 = quant.qcast %z : tensor<4294967296x4294967296x2xf32> to tensor<4294967296x4294967296x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
  return %1, %2, %3 : tensor<4294967296x4294967296xi8>, tensor<549755813888x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, tensor<4294967296x4294967296x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
}

// A resource of one element doesn't hold 2^64 + 1, nor one of 4 bytes 2^62 + 1.
// CHECK-LABEL: func @resource_too_short
// CHECK-DAG: quant.qcast %{{.*}} : tensor<274177x67280421310721xf32>
// CHECK-DAG: quant.qcast %{{.*}} : tensor<4611686018427387905xf32>
func.func @resource_too_short() -> (tensor<274177x67280421310721x!quant.uniform<i8:f32, 0.5>>, tensor<4611686018427387905x!quant.uniform<i8:f32, 0.5>>) {
  %x = arith.constant dense_resource<one> : tensor<274177x67280421310721xf32>
  %0 = quant.qcast %x : tensor<274177x67280421310721xf32> to tensor<274177x67280421310721x!quant.uniform<i8:f32, 0.5>>
  %y = arith.constant dense_resource<one> : tensor<4611686018427387905xf32>
  %1 = quant.qcast %y : tensor<4611686018427387905xf32> to tensor<4611686018427387905x!quant.uniform<i8:f32, 0.5>>
  return %0, %1 : tensor<274177x67280421310721x!quant.uniform<i8:f32, 0.5>>, tensor<4611686018427387905x!quant.uniform<i8:f32, 0.5>>
}

// 1/2+3 = 3.5 -> 4; 2/4+1 = 1.5 -> 2; 3/2+3 = 4.5 -> 4; 5/4+1 = 2.25 -> 2.
// CHECK: dialect_resources
// CHECK-DAG: [[$STORED]]: "0x{{[0-9]+}}0000003F000000BF00007E42000080C2"
// CHECK-DAG: [[$WEIGHTS]]: "0x{{[0-9]+}}04020402"
{-#
  dialect_resources: { builtin: { one: "0x040000000000803F", stored: "0x0100000001FF7F80", weights: "0x040000000000803F00000040000040400000A040" } }
#-}
