// RUN: quant-opt %s --quant-lower-casts | FileCheck %s
// RUN: quant-opt %s --quant-lower-casts=runtime-checks=false | FileCheck %s --check-prefix=UNCHECKED
// RUN: quant-opt %s --quant-lower-casts=print-found | FileCheck %s --check-prefix=FOUND

// UNCHECKED-NOT: cf.assert

!axis0 = !quant.uniform<i8:f32:0, {0.5, 0.25}>
!blocks = !quant.uniform<i8:f32:{0:1, 1:2}, {{0.5, 0.25}, {1.0, 2.0}}>

// Where the type says every size, nothing is checked at run time: the verifiers of
// the cast and of the loop have compared each with the parameters. No size is taken
// from elsewhere.
// CHECK-LABEL: func.func @static
// CHECK-NOT: cf.assert
// CHECK-NOT: tensor.cast
// CHECK-NOT: ?x
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2xf32>) outs(%{{.*}} : tensor<2x3xi8>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x2x2xf32>, tensor<2x2xf32>) outs(%{{.*}} : tensor<2x2x2xi8>)
// CHECK: return
func.func @static(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> (tensor<2x3x!axis0>, tensor<2x4x!blocks>) {
  %q = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!axis0>
  %r = quant.qcast %y : tensor<2x4xf32> to tensor<2x4x!blocks>
  return %q, %r : tensor<2x3x!axis0>, tensor<2x4x!blocks>
}

// Only what is open is checked, and only where the parameters ask for something.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>, %[[Y:.*]]: tensor<2x?xf32>)
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %[[ZERO]] : tensor<?x?xf32>
// CHECK: %[[FITS:.*]] = arith.cmpi eq, %[[ROWS]], %[[TWO]] : index
// Hint: `print-found=true` prints the size; a static size in the type is checked before.
// CHECK-NEXT: cf.assert %[[FITS]], "quant.qcast: expected dimension 0 to have the 2 elements that the scales of its type describe"
// CHECK-NEXT: tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<2x?xf32>
// CHECK-NOT: cf.assert
// CHECK: %[[COLUMNS:.*]] = tensor.dim %[[Y]], %[[ONE]] : tensor<2x?xf32>
// CHECK: %[[FITS:.*]] = arith.cmpi eq, %[[COLUMNS]], %[[FOUR]] : index
// CHECK-NEXT: cf.assert %[[FITS]], "quant.qcast: expected dimension 1 to have the 4 elements that the scales of its type describe"
// CHECK-NOT: cf.assert
// CHECK: return

// FOUND-LABEL: func.func @dynamic
// FOUND: %[[FITS:.*]] = arith.cmpi eq, %[[ROWS:.*]], %{{.*}} : index
// FOUND: %[[FAILS:.*]] = arith.xori %[[FITS]], %true
// FOUND-NEXT: scf.if %[[FAILS]] {
// FOUND-NEXT: vector.print str "quant.qcast: expected dimension 0 to have the 2 elements that the scales of its type describe, but got "
// FOUND-NEXT: vector.print %[[ROWS]] : index
// FOUND: cf.assert %[[FITS]]
func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<2x?xf32>) -> (tensor<?x?x!axis0>, tensor<2x?x!blocks>) {
  %q = quant.qcast %x : tensor<?x?xf32> to tensor<?x?x!axis0>
  %r = quant.qcast %y : tensor<2x?xf32> to tensor<2x?x!blocks>
  return %q, %r : tensor<?x?x!axis0>, tensor<2x?x!blocks>
}

// One scale for all fits every shape.
// CHECK-LABEL: func.func @per_tensor
// CHECK-NOT: cf.assert
func.func @per_tensor(%x: tensor<?x?xf32>, %y: tensor<*xf32>) -> (tensor<?x?x!quant.uniform<i8:f32, 0.5>>, tensor<*x!quant.uniform<i8:f32, 0.5>>) {
  %q = quant.qcast %x : tensor<?x?xf32> to tensor<?x?x!quant.uniform<i8:f32, 0.5>>
  %r = quant.qcast %y : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32, 0.5>>
  return %q, %r : tensor<?x?x!quant.uniform<i8:f32, 0.5>>, tensor<*x!quant.uniform<i8:f32, 0.5>>
}
