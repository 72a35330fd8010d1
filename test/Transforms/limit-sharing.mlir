// RUN: quant-opt %s --quant-limit-sharing=uses=2 | FileCheck %s
// RUN: quant-opt %s --quant-limit-sharing | FileCheck %s --check-prefix=FEW
// RUN: not quant-opt %s --quant-limit-sharing=uses=0 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: quant-limit-sharing: expected uses to be at least 1, but got 0
// FEW-COUNT-1: tensor.empty
// FEW-NOT: tensor.empty

// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf32>, %[[N:.*]]: index,
// CHECK:         %[[A:.*]] = tensor.empty(%[[N]])
// CHECK-NEXT:    %[[B:.*]] = tensor.empty(%[[N]])
// CHECK-NEXT:    %[[C:.*]] = tensor.empty(%[[N]])
// CHECK-NOT:     tensor.empty
// CHECK:         %[[X1:.*]] = linalg.negf ins(%[[X]] : {{.*}}) outs(%[[A]] :
// CHECK:         %[[X2:.*]] = linalg.negf ins(%[[X1]] : {{.*}}) outs(%[[A]] :
// CHECK:         scf.if
// CHECK:           %[[X3:.*]] = linalg.negf ins(%[[X2]] : {{.*}}) outs(%[[B]] :
// CHECK:           scf.yield %[[X3]]
// CHECK:           scf.yield %[[B]]
// CHECK:         linalg.negf ins(%{{.*}}) outs(%[[C]] :
func.func @chain(%x: tensor<?xf32>, %n: index, %c: i1) -> tensor<?xf32> {
  %0 = tensor.empty(%n) : tensor<?xf32>
  %x1 = linalg.negf ins(%x : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %x2 = linalg.negf ins(%x1 : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %x3 = scf.if %c -> tensor<?xf32> {
    %1 = linalg.negf ins(%x2 : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %0 : tensor<?xf32>
  }
  %x4 = linalg.negf ins(%x3 : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  return %x4 : tensor<?xf32>
}
