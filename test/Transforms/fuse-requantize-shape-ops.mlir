// Ops between the two casts that only put elements elsewhere.
//
// RUN: quant-opt %s --quant-fuse-requantize | FileCheck %s

!i8a = !quant.uniform<i8:f32, 0.5:3>
!i8b = !quant.uniform<i8:f32, 0.25:-1>
!axis0 = !quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>
!axis1 = !quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>
!axis2 = !quant.uniform<i8:f32:2, {1.0, 2.0, 3.0, 4.0}>
!blocks = !quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, {3.0, 4.0}}>

//===----------------------------------------------------------------------===//
// One scale
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @reshape
// CHECK:         %[[STORED:.*]] = quant.scast
// CHECK-NEXT:    %[[MOVED:.*]] = tensor.reshape %[[STORED]](%{{.*}}) : (tensor<?xi8>, tensor<2xindex>) -> tensor<?x?xi8>
// CHECK:         linalg.generic {{.*}} ins(%[[MOVED]] :
// CHECK-NOT:     f32>
// CHECK:         return
func.func @reshape(%x: tensor<?x!i8a>, %shape: tensor<2xindex>) -> tensor<?x?x!i8b> {
  %0 = quant.dcast %x : tensor<?x!i8a> to tensor<?xf32>
  %1 = tensor.reshape %0(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = quant.qcast %1 : tensor<?x?xf32> to tensor<?x?x!i8b>
  return %2 : tensor<?x?x!i8b>
}

// Several in a row.
// CHECK-LABEL: func @several
// CHECK:         quant.scast
// CHECK-NEXT:    tensor.expand_shape {{.*}} : tensor<8x6xi8> into tensor<2x4x6xi8>
// CHECK-NEXT:    tensor.collapse_shape {{.*}} : tensor<2x4x6xi8> into tensor<2x24xi8>
// CHECK-NEXT:    tensor.extract_slice %{{.*}}[0, 3] [2, 5] [1, 2] : tensor<2x24xi8> to tensor<2x5xi8>
// CHECK-NEXT:    tensor.cast {{.*}} : tensor<2x5xi8> to tensor<?x5xi8>
// CHECK:         linalg.generic
// CHECK-NOT:     f32>
// CHECK:         return
func.func @several(%x: tensor<8x6x!i8a>) -> tensor<?x5x!i8b> {
  %0 = quant.dcast %x : tensor<8x6x!i8a> to tensor<8x6xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 4, 6] : tensor<8x6xf32> into tensor<2x4x6xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<2x4x6xf32> into tensor<2x24xf32>
  %3 = tensor.extract_slice %2[0, 3] [2, 5] [1, 2] : tensor<2x24xf32> to tensor<2x5xf32>
  %4 = tensor.cast %3 : tensor<2x5xf32> to tensor<?x5xf32>
  %5 = quant.qcast %4 : tensor<?x5xf32> to tensor<?x5x!i8b>
  return %5 : tensor<?x5x!i8b>
}

// Sizes are asked of the integers.
// CHECK-LABEL: func @transpose
// CHECK:         %[[STORED:.*]] = quant.scast
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[STORED]]
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x3xi8>
// CHECK-NEXT:    %[[MOVED:.*]] = linalg.transpose ins(%[[STORED]] : tensor<3x?xi8>) outs(%[[EMPTY]] : tensor<?x3xi8>) permutation = [1, 0]
// CHECK:         linalg.generic {{.*}} ins(%[[MOVED]] :
// CHECK-NOT:     f32>
// CHECK:         return
func.func @transpose(%x: tensor<3x?x!i8a>) -> tensor<?x3x!i8b> {
  %0 = quant.dcast %x : tensor<3x?x!i8a> to tensor<3x?xf32>
  %c1 = arith.constant 1 : index
  %size = tensor.dim %0, %c1 : tensor<3x?xf32>
  %empty = tensor.empty(%size) : tensor<?x3xf32>
  %1 = linalg.transpose ins(%0 : tensor<3x?xf32>) outs(%empty : tensor<?x3xf32>) permutation = [1, 0]
  %2 = quant.qcast %1 : tensor<?x3xf32> to tensor<?x3x!i8b>
  return %2 : tensor<?x3x!i8b>
}

// The result may know more of the shape than the operand.
// CHECK-LABEL: func @generic_transpose
// CHECK:         %[[MOVED:.*]] = linalg.transpose ins({{.*}} : tensor<3x?xi8>) outs({{.*}} : tensor<?x3xi8>) permutation = [1, 0]
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[MOVED]] : tensor<?x3xi8> to tensor<5x3xi8>
// CHECK:         linalg.generic {{.*}} ins(%[[CAST]] : tensor<5x3xi8>)
// CHECK-NOT:     f32>
// CHECK:         return
func.func @generic_transpose(%x: tensor<3x?x!i8a>) -> tensor<5x3x!i8b> {
  %0 = quant.dcast %x : tensor<3x?x!i8a> to tensor<3x?xf32>
  %empty = tensor.empty() : tensor<5x3xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<3x?xf32>) outs(%empty : tensor<5x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<5x3xf32>
  %2 = quant.qcast %1 : tensor<5x3xf32> to tensor<5x3x!i8b>
  return %2 : tensor<5x3x!i8b>
}

// CHECK-LABEL: func @to_unranked
// CHECK:         tensor.cast {{.*}} : tensor<3x?xi8> to tensor<*xi8>
// CHECK:         linalg.generic
// CHECK-NOT:     f32>
// CHECK:         return
func.func @to_unranked(%x: tensor<3x?x!i8a>) -> tensor<*x!i8b> {
  %0 = quant.dcast %x : tensor<3x?x!i8a> to tensor<3x?xf32>
  %1 = tensor.cast %0 : tensor<3x?xf32> to tensor<*xf32>
  %2 = quant.qcast %1 : tensor<*xf32> to tensor<*x!i8b>
  return %2 : tensor<*x!i8b>
}

// Who else reads the moved floats still can; the integers are moved once.
// CHECK-LABEL: func @several_users
// CHECK:         quant.scast
// CHECK:         %[[MOVED:.*]] = tensor.collapse_shape %{{.*}} : tensor<2x3xi8> into tensor<6xi8>
// CHECK-NEXT:    %[[FLOATS:.*]] = tensor.collapse_shape %{{.*}} : tensor<2x3xf32> into tensor<6xf32>
// CHECK-NOT:     collapse_shape
// CHECK:         linalg.generic {{.*}} ins(%[[MOVED]] :
// CHECK:         linalg.generic {{.*}} ins(%[[MOVED]] :
// CHECK:         return %{{.*}}, %{{.*}}, %[[FLOATS]]
func.func @several_users(%x: tensor<2x3x!i8a>) -> (tensor<6x!i8b>, tensor<6x!i8a>, tensor<6xf32>) {
  %0 = quant.dcast %x : tensor<2x3x!i8a> to tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2 = quant.qcast %1 : tensor<6xf32> to tensor<6x!i8b>
  %3 = quant.qcast %1 : tensor<6xf32> to tensor<6x!i8a>
  return %2, %3, %1 : tensor<6x!i8b>, tensor<6x!i8a>, tensor<6xf32>
}

// An op that computes stays where it is.
// CHECK-LABEL: func @not_a_shape_op
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    arith.negf
// CHECK-NEXT:    quant.qcast
func.func @not_a_shape_op(%x: tensor<4x!i8a>) -> tensor<4x!i8b> {
  %0 = quant.dcast %x : tensor<4x!i8a> to tensor<4xf32>
  %1 = arith.negf %0 : tensor<4xf32>
  %2 = quant.qcast %1 : tensor<4xf32> to tensor<4x!i8b>
  return %2 : tensor<4x!i8b>
}

//===----------------------------------------------------------------------===//
// A scale a channel
//===----------------------------------------------------------------------===//

// From axis 1 of three to axis 2.
// CHECK-LABEL: func @channels_transposed
// CHECK:         linalg.transpose {{.*}} permutation = [2, 0, 1]
// CHECK:         linalg.generic {indexing_maps = [#[[$ID3:.*]], #[[$LAST3:.*]], #[[$ID3]]]
// CHECK-SAME:      ins(%{{.*}}, %{{.*}} : tensor<3x2x4xi8>, tensor<4xf32>)
func.func @channels_transposed(%x: tensor<2x4x3x!axis1>) -> tensor<3x2x4x!i8b> {
  %0 = quant.dcast %x : tensor<2x4x3x!axis1> to tensor<2x4x3xf32>
  %empty = tensor.empty() : tensor<3x2x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x4x3xf32>) outs(%empty : tensor<3x2x4xf32>) permutation = [2, 0, 1]
  %2 = quant.qcast %1 : tensor<3x2x4xf32> to tensor<3x2x4x!i8b>
  return %2 : tensor<3x2x4x!i8b>
}

// The channels are whole; the axis before them is dropped.
// CHECK-LABEL: func @channels_sliced
// CHECK:         tensor.extract_slice {{.*}} : tensor<2x4x3xi8> to tensor<4x2xi8>
// CHECK:         linalg.generic {indexing_maps = [#[[$ID2:.*]], #[[$FIRST2:.*]], #[[$ID2]]]
// CHECK-SAME:      ins(%{{.*}}, %{{.*}} : tensor<4x2xi8>, tensor<4xf32>)
func.func @channels_sliced(%x: tensor<2x4x3x!axis1>) -> tensor<4x2x!i8b> {
  %0 = quant.dcast %x : tensor<2x4x3x!axis1> to tensor<2x4x3xf32>
  %1 = tensor.extract_slice %0[1, 0, 1] [1, 4, 2] [1, 1, 1] : tensor<2x4x3xf32> to tensor<4x2xf32>
  %2 = quant.qcast %1 : tensor<4x2xf32> to tensor<4x2x!i8b>
  return %2 : tensor<4x2x!i8b>
}

// Some of the channels.
// CHECK-LABEL: func @channels_cut
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    tensor.extract_slice
// CHECK-NEXT:    quant.qcast
func.func @channels_cut(%x: tensor<2x4x!axis1>) -> tensor<2x3x!i8b> {
  %0 = quant.dcast %x : tensor<2x4x!axis1> to tensor<2x4xf32>
  %1 = tensor.extract_slice %0[0, 1] [2, 3] [1, 1] : tensor<2x4xf32> to tensor<2x3xf32>
  %2 = quant.qcast %1 : tensor<2x3xf32> to tensor<2x3x!i8b>
  return %2 : tensor<2x3x!i8b>
}

// As many as there are, from somewhere.
// CHECK-LABEL: func @channels_at_an_offset
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    tensor.extract_slice
// CHECK-NEXT:    quant.qcast
func.func @channels_at_an_offset(%x: tensor<2x4x!axis1>, %offset: index) -> tensor<2x4x!i8b> {
  %0 = quant.dcast %x : tensor<2x4x!axis1> to tensor<2x4xf32>
  %1 = tensor.extract_slice %0[0, %offset] [2, 4] [1, 1] : tensor<2x4xf32> to tensor<2x4xf32>
  %2 = quant.qcast %1 : tensor<2x4xf32> to tensor<2x4x!i8b>
  return %2 : tensor<2x4x!i8b>
}

// All of them, of which the type of the tensor doesn't know.
// CHECK-LABEL: func @channels_of_unknown_size
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    tensor.extract_slice
// CHECK-NEXT:    quant.qcast
func.func @channels_of_unknown_size(%x: tensor<2x?x!axis1>) -> tensor<2x4x!i8b> {
  %0 = quant.dcast %x : tensor<2x?x!axis1> to tensor<2x?xf32>
  %1 = tensor.extract_slice %0[0, 0] [2, 4] [1, 1] : tensor<2x?xf32> to tensor<2x4xf32>
  %2 = quant.qcast %1 : tensor<2x4xf32> to tensor<2x4x!i8b>
  return %2 : tensor<2x4x!i8b>
}

// A reshape of the other axes keeps the channels.
// CHECK-LABEL: func @channels_reshaped_around
// CHECK:         tensor.expand_shape {{.*}} : tensor<6x4xi8> into tensor<2x3x4xi8>
// CHECK:         tensor.collapse_shape {{.*}} : tensor<2x3x4xi8> into tensor<6x4xi8>
// CHECK:         linalg.generic
// CHECK-SAME:      : tensor<6x4xi8>, tensor<4xf32>)
func.func @channels_reshaped_around(%x: tensor<6x4x!axis1>) -> tensor<6x4x!i8b> {
  %0 = quant.dcast %x : tensor<6x4x!axis1> to tensor<6x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %3 = quant.qcast %2 : tensor<6x4xf32> to tensor<6x4x!i8b>
  return %3 : tensor<6x4x!i8b>
}

// CHECK-LABEL: func @channels_joined
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    quant.qcast
func.func @channels_joined(%x: tensor<6x4x!axis1>) -> tensor<24x!i8b> {
  %0 = quant.dcast %x : tensor<6x4x!axis1> to tensor<6x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %2 = quant.qcast %1 : tensor<24xf32> to tensor<24x!i8b>
  return %2 : tensor<24x!i8b>
}

// CHECK-LABEL: func @channels_split
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    tensor.expand_shape
// CHECK-NEXT:    quant.qcast
func.func @channels_split(%x: tensor<4x3x!axis0>) -> tensor<2x2x3x!i8b> {
  %0 = quant.dcast %x : tensor<4x3x!axis0> to tensor<4x3xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 2, 3] : tensor<4x3xf32> into tensor<2x2x3xf32>
  %2 = quant.qcast %1 : tensor<2x2x3xf32> to tensor<2x2x3x!i8b>
  return %2 : tensor<2x2x3x!i8b>
}

// CHECK-LABEL: func @channels_reshaped
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    tensor.reshape
// CHECK-NEXT:    quant.qcast
func.func @channels_reshaped(%x: tensor<4x3x!axis0>, %shape: tensor<1xindex>) -> tensor<?x!i8b> {
  %0 = quant.dcast %x : tensor<4x3x!axis0> to tensor<4x3xf32>
  %1 = tensor.reshape %0(%shape) : (tensor<4x3xf32>, tensor<1xindex>) -> tensor<?xf32>
  %2 = quant.qcast %1 : tensor<?xf32> to tensor<?x!i8b>
  return %2 : tensor<?x!i8b>
}

// An unranked tensor may turn out to be of a rank that has no such axis; a
// result that says so has no place for the parameters.
// CHECK-LABEL: func @channels_nowhere
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    tensor.cast
// CHECK-NEXT:    quant.qcast
func.func @channels_nowhere(%x: tensor<*x!axis2>) -> tensor<?x?x!i8b> {
  %0 = quant.dcast %x : tensor<*x!axis2> to tensor<*xf32>
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<?x?xf32>
  %2 = quant.qcast %1 : tensor<?x?xf32> to tensor<?x?x!i8b>
  return %2 : tensor<?x?x!i8b>
}

// The same for a size.
// CHECK-LABEL: func @channels_too_few
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    tensor.cast
// CHECK-NEXT:    quant.qcast
func.func @channels_too_few(%x: tensor<2x?x!axis1>) -> tensor<2x3x!i8b> {
  %0 = quant.dcast %x : tensor<2x?x!axis1> to tensor<2x?xf32>
  %1 = tensor.cast %0 : tensor<2x?xf32> to tensor<2x3xf32>
  %2 = quant.qcast %1 : tensor<2x3xf32> to tensor<2x3x!i8b>
  return %2 : tensor<2x3x!i8b>
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @blocks_cast
// CHECK:         tensor.cast {{.*}} : tensor<?x4xi8> to tensor<2x4xi8>
// CHECK:         linalg.generic
// CHECK-SAME:      : tensor<2x2x2xi8>, tensor<2x2xf32>)
func.func @blocks_cast(%x: tensor<?x4x!blocks>) -> tensor<2x4x!i8b> {
  %0 = quant.dcast %x : tensor<?x4x!blocks> to tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<2x4xf32>
  %2 = quant.qcast %1 : tensor<2x4xf32> to tensor<2x4x!i8b>
  return %2 : tensor<2x4x!i8b>
}

// CHECK-LABEL: func @blocks_transposed
// CHECK:         quant.dcast
// CHECK:         linalg.transpose
// CHECK-NEXT:    quant.qcast
func.func @blocks_transposed(%x: tensor<2x4x!blocks>) -> tensor<4x2x!i8b> {
  %0 = quant.dcast %x : tensor<2x4x!blocks> to tensor<2x4xf32>
  %empty = tensor.empty() : tensor<4x2xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x4xf32>) outs(%empty : tensor<4x2xf32>) permutation = [1, 0]
  %2 = quant.qcast %1 : tensor<4x2xf32> to tensor<4x2x!i8b>
  return %2 : tensor<4x2x!i8b>
}

// Two ops that stand in a circle, as the body of a module lets them.
// CHECK-LABEL: func private @before_the_circle
// CHECK:       tensor.cast
// CHECK:       tensor.cast
// CHECK:       quant.qcast
func.func private @before_the_circle()
%a = tensor.cast %b : tensor<?xf32> to tensor<?xf32>
%b = tensor.cast %a : tensor<?xf32> to tensor<?xf32>
%q = quant.qcast %b : tensor<?xf32> to tensor<?x!i8b>

// There is no transpose of rank 0.
// CHECK-LABEL: func @rank_zero(
func.func @rank_zero(%x: tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.25>> {
  // CHECK-NOT: linalg.transpose
  // CHECK: return
  %0 = quant.dcast %x : tensor<!quant.uniform<i8:f32, 0.5>> to tensor<f32>
  %1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%0 : tensor<f32>) outs(%0 : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<f32>
  %2 = quant.qcast %1 : tensor<f32> to tensor<!quant.uniform<i8:f32, 0.25>>
  return %2 : tensor<!quant.uniform<i8:f32, 0.25>>
}
