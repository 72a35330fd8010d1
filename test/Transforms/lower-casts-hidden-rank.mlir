// RUN: quant-opt %s --quant-lower-casts --quant-strip-types --canonicalize | FileCheck %s

// Casts of a tensor whose rank a tensor.cast has hidden are those of the ranked one.
// The other way, for any rank, asks for sizes that a tensor of rank 0 doesn't have,
// and MLIR's canonicalizer would make invalid ops of that.

!q = !quant.uniform<i8:f32, 0.5>
!axis = !quant.uniform<i8:f32:1, {0.5, 0.25}>

// CHECK-LABEL: func.func @rank_zero
// CHECK-NOT: tensor.rank
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<f32>) outs(%{{.*}} : tensor<i8>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<i8>) outs(%{{.*}} : tensor<f32>)
// CHECK: tensor.cast %{{.*}} : tensor<f32> to tensor<*xf32>
func.func @rank_zero(%x: tensor<f32>) -> tensor<*xf32> {
  %0 = tensor.cast %x : tensor<f32> to tensor<*xf32>
  %1 = quant.qcast %0 : tensor<*xf32> to tensor<*x!q>
  %2 = quant.dcast %1 : tensor<*x!q> to tensor<*xf32>
  return %2 : tensor<*xf32>
}

// CHECK-LABEL: func.func @stored
// CHECK-NOT: tensor.rank
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<3x2xi8>, tensor<2xf32>) outs(%{{.*}} : tensor<3x2xf32>)
func.func @stored(%q: tensor<3x2x!axis>) -> tensor<*xf32> {
  %0 = tensor.cast %q : tensor<3x2x!axis> to tensor<*x!axis>
  %1 = quant.dcast %0 : tensor<*x!axis> to tensor<*xf32>
  return %1 : tensor<*xf32>
}

// What doesn't fit the parameters is an error at run time, as for any rank.
// CHECK-LABEL: func.func @unfit
// CHECK: cf.assert %{{.*}}, "quant.qcast: expected a tensor of rank above the quantized axis 1"
// CHECK-LABEL: func.func @unfit_size
// CHECK: cf.assert %{{.*}}, "quant.qcast: expected dimension 1 to have the 2 elements that the scales of its type describe"
func.func @unfit(%x: tensor<2xf32>) -> tensor<*xi8> {
  %0 = tensor.cast %x : tensor<2xf32> to tensor<*xf32>
  %1 = quant.qcast %0 : tensor<*xf32> to tensor<*x!axis>
  %2 = quant.scast %1 : tensor<*x!axis> to tensor<*xi8>
  return %2 : tensor<*xi8>
}
func.func @unfit_size(%x: tensor<2x3xf32>) -> tensor<*xi8> {
  %0 = tensor.cast %x : tensor<2x3xf32> to tensor<*xf32>
  %1 = quant.qcast %0 : tensor<*xf32> to tensor<*x!axis>
  %2 = quant.scast %1 : tensor<*x!axis> to tensor<*xi8>
  return %2 : tensor<*xi8>
}
