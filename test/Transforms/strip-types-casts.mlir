// RUN: quant-opt %s -quant-strip-types | FileCheck %s
// RUN: quant-opt %s -quant-strip-types -quant-lower-casts -canonicalize | FileCheck %s --check-prefix=LOWERED
// RUN: quant-opt %s -quant-lower-casts -quant-strip-types -canonicalize | FileCheck %s --check-prefix=LOWERED

// Casts between quantized values and floats stay for quant-lower-casts, with
// storage casts between them and the integers around. Either order leads to the
// same end.

// LOWERED-NOT: quant.

!q = !quant.uniform<i8:f32, 2.0:10>

// CHECK-LABEL: func.func @quantize
// CHECK-SAME: (%[[X:.*]]: f32) -> i8
// CHECK-NEXT: %[[Q:.*]] = quant.qcast %[[X]] : f32 to !quant.uniform<i8:f32, 2.000000e+00:10>
// CHECK-NEXT: %[[S:.*]] = quant.scast %[[Q]] : !quant.uniform<i8:f32, 2.000000e+00:10> to i8
// CHECK-NEXT: return %[[S]] : i8
func.func @quantize(%x: f32) -> !q {
  %0 = quant.qcast %x : f32 to !q
  return %0 : !q
}

// CHECK-LABEL: func.func @dequantize
// CHECK-SAME: (%[[X:.*]]: tensor<?xi8>) -> tensor<?xf32>
// CHECK-NEXT: %[[Q:.*]] = quant.scast %[[X]] : tensor<?xi8> to tensor<?x!quant.uniform<i8:f32, 2.000000e+00:10>>
// CHECK-NEXT: %[[D:.*]] = quant.dcast %[[Q]] : tensor<?x!quant.uniform<i8:f32, 2.000000e+00:10>> to tensor<?xf32>
// CHECK-NEXT: return %[[D]] : tensor<?xf32>
func.func @dequantize(%x: tensor<?x!q>) -> tensor<?xf32> {
  %0 = quant.dcast %x : tensor<?x!q> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Two in a row need no storage casts between them.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: f32) -> f32
// CHECK-NEXT: %[[Q:.*]] = quant.qcast %[[X]]
// CHECK: %[[D:.*]] = quant.dcast %[[Q]]
// CHECK-NEXT: return %[[D]] : f32
func.func @chain(%x: f32) -> f32 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.dcast %0 : !q to f32
  return %1 : f32
}

// A storage cast that was there before serves.
// CHECK-LABEL: func.func @storage
// CHECK-SAME: (%[[X:.*]]: i8) -> i8
// CHECK-NEXT: %[[Q:.*]] = quant.scast %[[X]] : i8 to !quant.uniform<i8:f32, 2.000000e+00:10>
// CHECK-NEXT: %[[D:.*]] = quant.dcast %[[Q]]
// CHECK-NEXT: %[[R:.*]] = quant.qcast %[[D]]
// CHECK-NEXT: %[[S:.*]] = quant.scast %[[R]] : !quant.uniform<i8:f32, 2.000000e+00:10> to i8
// CHECK-NEXT: return %[[S]] : i8
func.func @storage(%x: i8) -> i8 {
  %0 = quant.scast %x : i8 to !q
  %1 = quant.dcast %0 : !q to f32
  %2 = quant.qcast %1 : f32 to !q
  %3 = quant.scast %2 : !q to i8
  return %3 : i8
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (tensor<4xi8>)
// CHECK-NEXT: %[[Q:.*]] = quant.scast %[[X]] : tensor<4xi8> to
// CHECK-NEXT: quant.dcast %[[Q]]
// CHECK: %[[R:.*]] = quant.qcast
// CHECK-NEXT: %[[Y:.*]] = quant.scast %[[R]]
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xi8>
func.func @loop(%a: tensor<4x!q>, %n: index) -> tensor<4x!q> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4x!q>) {
    %d = quant.dcast %x : tensor<4x!q> to tensor<4xf32>
    %e = arith.addf %d, %d : tensor<4xf32>
    %y = quant.qcast %e : tensor<4xf32> to tensor<4x!q>
    scf.yield %y : tensor<4x!q>
  }
  return %r : tensor<4x!q>
}
