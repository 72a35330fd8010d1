// RUN: quant-opt %s --quant-fuse-requantize | FileCheck %s
// The pipeline runs it by itself.
// RUN: quant-opt %s --quant-to-linalg | FileCheck %s --check-prefix=PIPELINE
// PIPELINE-LABEL: func @per_tensor
// PIPELINE:         linalg.generic {{.*}} ins(%{{.*}} : tensor<4xi8>) outs(%{{.*}} : tensor<4xi8>)
// PIPELINE-NOT:     linalg.generic
// PIPELINE:         return

!i8a = !quant.uniform<i8:f32, 0.5:3>
!i8b = !quant.uniform<i8:f32, 0.25:-1>
!channels = !quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>
!rows = !quant.uniform<i8:f32:0, {0.25, 0.5}>
!blocks = !quant.uniform<i8:f32:{0:1, 1:3}, {{1.0, 2.0}, {3.0, 4.0}}>
!channels6 = !quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}>
!blocks2 = !quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}>
!blocks4 = !quant.uniform<i8:f32:{0:2, 1:4}, {{1.0, 2.0, 3.0}}>
!blocks6 = !quant.uniform<i8:f32:{0:2, 1:6}, {{1.0, 2.0}}>

// The two steps in one body, without a float tensor between.
// CHECK-LABEL: func @per_tensor
// CHECK:         %[[STORED:.*]] = quant.scast %{{.*}} to tensor<4xi8>
// CHECK-NEXT:    %[[EMPTY:.*]] = tensor.empty() : tensor<4xi8>
// CHECK-NEXT:    %[[LOOP:.*]] = linalg.generic {{.*}} ins(%[[STORED]] : tensor<4xi8>) outs(%[[EMPTY]] : tensor<4xi8>)
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: i8, %{{.*}}: i8):
// CHECK:           arith.extsi %[[IN]]
// CHECK:           arith.sitofp
// CHECK:           arith.subf
// CHECK:           arith.mulf
// CHECK:           arith.divf
// CHECK:           arith.addf
// CHECK:           math.roundeven
// CHECK:           arith.fptosi
// CHECK:           %[[OUT:.*]] = arith.trunci
// CHECK-NEXT:      linalg.yield %[[OUT]] : i8
// CHECK:         %[[RESULT:.*]] = quant.scast %[[LOOP]]
// CHECK-NEXT:    return %[[RESULT]]
func.func @per_tensor(%x: tensor<4x!i8a>) -> tensor<4x!i8b> {
  %0 = quant.dcast %x : tensor<4x!i8a> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!i8b>
  return %1 : tensor<4x!i8b>
}

// CHECK-LABEL: func @scalar
// CHECK-SAME:      %[[X:.*]]: !
// CHECK-NEXT:    quant.scast %[[X]] : {{.*}} to i8
// CHECK-NOT:     linalg
// CHECK-NOT:     quant.{{[dq]}}cast
// CHECK:         math.roundeven
// CHECK:         return
func.func @scalar(%x: !i8a) -> !i8b {
  %0 = quant.dcast %x : !i8a to f32
  %1 = quant.qcast %0 : f32 to !i8b
  return %1 : !i8b
}

// Each of the two lists of scales has a map of its own.
// CHECK-LABEL: func @rows_from_channels
// CHECK-DAG:     %[[CHANNELS:.*]] = arith.constant dense<[1.0{{.*}}, 2.0{{.*}}, 3.0{{.*}}]> : tensor<3xf32>
// CHECK-DAG:     %[[ROWS:.*]] = arith.constant dense<[2.5{{.*}}, 5.0{{.*}}]> : tensor<2xf32>
// CHECK:         linalg.generic {indexing_maps = [#[[$ID:.*]], #[[$SECOND:.*]], #[[$FIRST:.*]], #[[$ID]]]
// CHECK-SAME:      ins(%{{.*}}, %[[CHANNELS]], %[[ROWS]] : tensor<2x3xi8>, tensor<3xf32>, tensor<2xf32>)
func.func @rows_from_channels(%x: tensor<2x3x!channels>) -> tensor<2x3x!rows> {
  %0 = quant.dcast %x : tensor<2x3x!channels> to tensor<2x3xf32>
  %1 = quant.qcast %0 : tensor<2x3xf32> to tensor<2x3x!rows>
  return %1 : tensor<2x3x!rows>
}

// One check of a size for each of the types, in the name of its cast.
// CHECK-LABEL: func @dynamic
// CHECK:         cf.assert %{{.*}}, "quant.qcast: expected dimension 0 to have the 2 elements
// CHECK:         cf.assert %{{.*}}, "quant.dcast: expected dimension 1 to have the 3 elements
// CHECK:         %[[CAST:.*]] = tensor.cast %{{.*}} : tensor<?x?xi8> to tensor<2x3xi8>
// CHECK:         linalg.generic {{.*}} ins(%[[CAST]],
func.func @dynamic(%x: tensor<?x?x!channels>) -> tensor<?x?x!rows> {
  %0 = quant.dcast %x : tensor<?x?x!channels> to tensor<?x?xf32>
  %1 = quant.qcast %0 : tensor<?x?xf32> to tensor<?x?x!rows>
  return %1 : tensor<?x?x!rows>
}

// Blocks of three elements, and single ones: the axis is split, and both find
// their parameters by a projection.
// CHECK-LABEL: func @channels_to_blocks
// CHECK:         %[[EXPANDED:.*]] = tensor.expand_shape {{.*}} : tensor<2x6xi8> into tensor<2x2x3xi8>
// CHECK:         linalg.generic {{.*}} ins(%[[EXPANDED]], %{{.*}}, %{{.*}} : tensor<2x2x3xi8>, tensor<2x3xf32>, tensor<2x2xf32>)
// CHECK:         tensor.collapse_shape {{.*}} into tensor<2x6xi8>
func.func @channels_to_blocks(%x: tensor<2x6x!channels6>) -> tensor<2x6x!blocks> {
  %0 = quant.dcast %x : tensor<2x6x!channels6> to tensor<2x6xf32>
  %1 = quant.qcast %0 : tensor<2x6xf32> to tensor<2x6x!blocks>
  return %1 : tensor<2x6x!blocks>
}

// Blocks of 3 and blocks of 2: neither are made of the other's.
// CHECK-LABEL: func @blocks_to_other_blocks
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    quant.qcast
// CHECK-NEXT:    return
func.func @blocks_to_other_blocks(%x: tensor<2x6x!blocks>) -> tensor<2x6x!blocks2> {
  %0 = quant.dcast %x : tensor<2x6x!blocks> to tensor<2x6xf32>
  %1 = quant.qcast %0 : tensor<2x6xf32> to tensor<2x6x!blocks2>
  return %1 : tensor<2x6x!blocks2>
}

// Twelve elements in three blocks, and in two.
// CHECK-LABEL: func @blocks_that_nest_in_nothing
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    quant.qcast
func.func @blocks_that_nest_in_nothing(%x: tensor<2x12x!blocks4>) -> tensor<2x12x!blocks6> {
  %0 = quant.dcast %x : tensor<2x12x!blocks4> to tensor<2x12xf32>
  %1 = quant.qcast %0 : tensor<2x12xf32> to tensor<2x12x!blocks6>
  return %1 : tensor<2x12x!blocks6>
}

// The two types ask for different sizes.
// CHECK-LABEL: func @sizes_that_differ
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    quant.qcast
func.func @sizes_that_differ(%x: tensor<2x?x!channels>) -> tensor<2x?x!channels6> {
  %0 = quant.dcast %x : tensor<2x?x!channels> to tensor<2x?xf32>
  %1 = quant.qcast %0 : tensor<2x?xf32> to tensor<2x?x!channels6>
  return %1 : tensor<2x?x!channels6>
}

// Two axes of an unranked tensor: one of rank 5.
// CHECK-LABEL: func @unranked
// CHECK:         cf.assert %{{.*}}, "quant.dcast: expected a tensor of rank above the quantized axis 1"
// CHECK:         cf.assert %{{.*}}, "quant.qcast: expected a tensor of rank above the quantized axis 0"
// CHECK:         tensor.reshape %{{.*}} : (tensor<*xi8>, tensor<5xindex>) -> tensor<?x2x?x3x?xi8>
// CHECK:         linalg.generic
// CHECK-SAME:      : tensor<?x2x?x3x?xi8>, tensor<3xf32>, tensor<2xf32>)
// CHECK:         tensor.reshape {{.*}} -> tensor<*xi8>
func.func @unranked(%x: tensor<*x!channels>) -> tensor<*x!rows> {
  %0 = quant.dcast %x : tensor<*x!channels> to tensor<*xf32>
  %1 = quant.qcast %0 : tensor<*xf32> to tensor<*x!rows>
  return %1 : tensor<*x!rows>
}

// Who else reads the floats still can.
// CHECK-LABEL: func @several_users
// CHECK-SAME:      %[[X:.*]]: tensor
// CHECK:         %[[STORED:.*]] = quant.scast %[[X]]
// CHECK-NEXT:    %[[FLOATS:.*]] = quant.dcast %[[X]]
// CHECK:         linalg.generic {{.*}} ins(%[[STORED]] :
// CHECK:         linalg.generic {{.*}} ins(%[[STORED]] :
// CHECK-NOT:     quant.qcast
// CHECK:         return %{{.*}}, %{{.*}}, %[[FLOATS]]
func.func @several_users(%x: tensor<4x!i8a>)
    -> (tensor<4x!i8b>, tensor<4x!i8a>, tensor<4xf32>) {
  %0 = quant.dcast %x : tensor<4x!i8a> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!i8b>
  %2 = quant.qcast %0 : tensor<4xf32> to tensor<4x!i8a>
  return %1, %2, %0 : tensor<4x!i8b>, tensor<4x!i8a>, tensor<4xf32>
}

// Fake quantization stays.
// CHECK-LABEL: func @fake_quantize
// CHECK-NEXT:    quant.qcast
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    return
func.func @fake_quantize(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!i8a>
  %1 = quant.dcast %0 : tensor<4x!i8a> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A loop a pair, from integers to integers, without storage casts between.
// CHECK-LABEL: func @chain
// CHECK-NEXT:    quant.scast
// CHECK-NEXT:    tensor.empty
// CHECK-NEXT:    %[[FIRST:.*]] = linalg.generic
// CHECK:         linalg.generic {{.*}} ins(%[[FIRST]] :
// CHECK:         quant.scast
// CHECK-NEXT:    return
func.func @chain(%x: tensor<4x!i8a>) -> tensor<4x!i8a> {
  %0 = quant.dcast %x : tensor<4x!i8a> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!i8b>
  %2 = quant.dcast %1 : tensor<4x!i8b> to tensor<4xf32>
  %3 = quant.qcast %2 : tensor<4xf32> to tensor<4x!i8a>
  return %3 : tensor<4x!i8a>
}

// Each cast keeps its policy: the product is rounded as the first says, the
// quotient as the second.
// CHECK-LABEL: func @two_policies
// CHECK:         math.fma
// CHECK:         arith.mulf
// CHECK:         math.ceil
func.func @two_policies(%x: tensor<4x!i8a>) -> tensor<4x!i8b> {
  %0 = quant.dcast %x {quantir.policy = #quantir.policy<rounding = down, dequantize = fma>}
    : tensor<4x!i8a> to tensor<4xf32>
  %1 = quant.qcast %0 {quantir.policy = #quantir.policy<rounding = up, scaling = reciprocal>}
    : tensor<4xf32> to tensor<4x!i8b>
  return %1 : tensor<4x!i8b>
}

// In a body of another loop too.
// CHECK-LABEL: func @in_a_region
// CHECK:         scf.for
// CHECK:           linalg.generic
// CHECK-NOT:     quant.{{[dq]}}cast
// CHECK:         return
func.func @in_a_region(%x: tensor<4x!i8a>, %n: index) -> tensor<4x!i8a> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %x) -> tensor<4x!i8a> {
    %1 = quant.dcast %q : tensor<4x!i8a> to tensor<4xf32>
    %2 = quant.qcast %1 : tensor<4xf32> to tensor<4x!i8a>
    scf.yield %2 : tensor<4x!i8a>
  }
  return %0 : tensor<4x!i8a>
}
