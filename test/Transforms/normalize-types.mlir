// RUN: quant-opt %s -quant-normalize-types -split-input-file -allow-unregistered-dialect | FileCheck %s

// Blocked to per-axis: the parameters differ along one axis, and a block there
// is one element.
// CHECK-LABEL: func.func private @per_axis
// CHECK-SAME: tensor<2x4x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00}>>
// CHECK-SAME: tensor<2x4x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00}>>
// CHECK-SAME: tensor<?x?x!quant.uniform<i8:f32:0, {2.000000e+00:-1,3.000000e+00}>>
// CHECK-SAME: tensor<4x2x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>>
func.func private @per_axis(
  tensor<2x4x!quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>>,
  tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:4}, {{2.0}, {3.0}}>>,
  tensor<?x?x!quant.uniform<i8:f32:{0:1}, {{2.0:-1}, {3.0}}>>,
  tensor<4x2x!quant.uniform<i8:f32:{1:1}, {{2.0, 3.0}}>>)

// An axis with several blocks of equal parameters is as good as one block. The
// two rows are two blocks of two; the columns are what differs.
// CHECK-LABEL: func.func private @constant_along_axis
// CHECK-SAME: tensor<4x2x!quant.uniform<i8:f32:1, {2.000000e+00:1,3.000000e+00:2}>>
// CHECK-SAME: tensor<?x?x!quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00}>>
// CHECK-SAME: tensor<2x3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
func.func private @constant_along_axis(
  tensor<4x2x!quant.uniform<i8:f32:{0:2, 1:1}, {{2.0:1, 3.0:2}, {2.0:1, 3.0:2}}>>,
  tensor<?x?x!quant.uniform<i8:f32:{0:1, 1:8}, {{2.0, 2.0}, {3.0, 3.0}}>>,
  tensor<2x3x2x!quant.uniform<i8:f32:{0:1, 1:1, 2:1}, {{{1.0, 1.0}, {2.0, 2.0}, {3.0, 3.0}}, {{1.0, 1.0}, {2.0, 2.0}, {3.0, 3.0}}}>>)

// -----

// Per-tensor where all parameters are equal.
// CHECK-LABEL: func.func private @per_tensor
// CHECK-SAME: tensor<2x1x!quant.uniform<i8:f32, 2.000000e+00>>
// CHECK-SAME: tensor<?x?x!quant.uniform<u8:f32, 2.000000e+00:255>>
// CHECK-SAME: tensor<4x2x!quant.uniform<i8:f32, 2.000000e+00:3>>
// CHECK-SAME: tensor<2x!quant.uniform<i8<-127:127>:f16, 2.000000e+00>>
func.func private @per_tensor(
  tensor<2x1x!quant.uniform<i8:f32:{}, {{2.0}}>>,
  tensor<?x?x!quant.uniform<u8:f32:{0:1, 1:4}, {{2.0:255}}>>,
  tensor<4x2x!quant.uniform<i8:f32:{0:2, 1:1}, {{2.0:3, 2.0:3}, {2.0:3, 2.0:3}}>>,
  tensor<2x!quant.uniform<i8<-127:127>:f16:0, {2.0, 2.0}>>)

// -----

// Nothing simpler says the same: blocks of two, two axes that differ, zero
// points that differ, already simple.
// CHECK-LABEL: func.func private @stays
// CHECK-SAME: {0:2}
// CHECK-SAME: {0:2}
// CHECK-SAME: {0:1, 1:1}
// CHECK-SAME: !quant.uniform<i8:f32:0, {2.000000e+00,2.000000e+00:1}>
// CHECK-SAME: !quant.uniform<i8:f32, 2.000000e+00>
// CHECK-SAME: !quant.any<i8>
// CHECK-SAME: !quant.calibrated<f32<-1.000000e+00:1.000000e+00>>
func.func private @stays(
  tensor<4x2x!quant.uniform<i8:f32:{0:2}, {{2.0}, {3.0}}>>,
  tensor<?x?x!quant.uniform<i8:f32:{0:2}, {{2.0}, {3.0}}>>,
  tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:1}, {{1.0, 2.0}, {3.0, 4.0}}>>,
  tensor<2x!quant.uniform<i8:f32:0, {2.0, 2.0:1}>>,
  tensor<2x!quant.uniform<i8:f32, 2.0>>,
  tensor<2x!quant.any<i8>>,
  tensor<2x!quant.calibrated<f32<-1.0:1.0>>>)

// -----

// Throughout the module.
!b = !quant.uniform<i8:f32:{0:1}, {{2.0}, {1.0}}>
!e = !quant.uniform<i8:f32:{}, {{2.0}}>

// CHECK: module attributes {test.type = !quant.uniform<i8:f32, 2.000000e+00>}
// CHECK-NOT: {0:1}
// CHECK-NOT: {}, {
module attributes {test.type = !e} {

func.func private @callee(tensor<2x1x!b>) -> tuple<tensor<2x1x!b>, (!e) -> !e>

// CHECK-LABEL: func.func @everywhere
// CHECK: cf.br ^[[BB:.*]](%{{.*}} : tensor<2x1x!quant.uniform<i8:f32:0, {2.000000e+00,1.000000e+00}>>)
// CHECK: ^[[BB]](%[[B:.*]]: tensor<2x1x!quant.uniform<i8:f32:0, {2.000000e+00,1.000000e+00}>>)
// CHECK: quant.dcast %[[B]]
// CHECK: tensor.extract %{{.*}} : tensor<2x1x!quant.uniform<i8:f32, 2.000000e+00>>
// CHECK: "other.op"(%[[B]])
func.func @everywhere(%a: tensor<2x1x!b>, %t: tensor<2x1x!e>, %i: index) -> tensor<2x1x!b> {
  cf.br ^bb1(%a : tensor<2x1x!b>)
^bb1(%b: tensor<2x1x!b>):
  %0 = call @callee(%b) : (tensor<2x1x!b>) -> tuple<tensor<2x1x!b>, (!e) -> !e>
  %1 = quant.dcast %b : tensor<2x1x!b> to tensor<2x1xf32>
  %2 = tensor.extract %t[%i, %i] : tensor<2x1x!e>
  %3 = "other.op"(%b) {type = !e} : (tensor<2x1x!b>) -> tensor<2x1x!b>
  return %3 : tensor<2x1x!b>
}

}

// -----

// A body that hands on the elements of a per-axis tensor.
// CHECK-LABEL: func.func @body
// CHECK: ^bb0(%[[IN:.*]]: !quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00}>, %{{.*}}: !quant.uniform<i8:f32:0, {2.000000e+00,3.000000e+00}>):
// CHECK-NEXT: linalg.yield %[[IN]]
!b = !quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>
func.func @body(%x: tensor<2x4x!b>, %y: tensor<2x4x!b>) -> tensor<2x4x!b> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x4x!b>) outs(%y : tensor<2x4x!b>) {
  ^bb0(%in: !b, %out: !b):
    linalg.yield %in : !b
  } -> tensor<2x4x!b>
  return %0 : tensor<2x4x!b>
}
