// RUN: quant-opt %s --quant-lower-fused-ops=runtime-checks=false --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xbf16>)
func.func @dynamic(%x: tensor<?x8xbf16>) -> (tensor<?x4xi8>, tensor<?xf32>) {
  // CHECK-DAG: %[[Y0:.*]] = tensor.empty(%[[ROWS:.*]]) : tensor<?x4xi8>
  // CHECK-DAG: %[[S0:.*]] = tensor.empty(%[[ROWS]]) : tensor<?xf32>
  // CHECK-DAG: %[[ROW0:.*]] = tensor.empty() : tensor<4xf32>
  // CHECK-DAG: %[[MAX0:.*]] = tensor.empty() : tensor<i32>
  // CHECK: %[[LOOP:.*]]:4 = scf.for %[[I:.*]] = %{{.*}} to %[[ROWS]] step %{{.*}} iter_args(%[[Y:.*]] = %[[Y0]], %[[S:.*]] = %[[S0]], %[[ROW:.*]] = %[[ROW0]], %[[MAX:.*]] = %[[MAX0]])
  // CHECK: %[[GATE:.*]] = tensor.extract_slice %[[X]][%[[I]], 0] [1, 4] [1, 1] : tensor<?x8xbf16> to tensor<4xbf16>
  // CHECK: %[[UP:.*]] = tensor.extract_slice %[[X]][%[[I]], 4] [1, 4] [1, 1]
  // CHECK: %[[ACTIVATION:.*]] = linalg.generic {{.*}} ins(%[[GATE]], %[[UP]] : {{.*}}) outs(%[[ROW]] : tensor<4xf32>)
  // No call is left, and one division for the three functions.
  // CHECK-NOT: math.tanh
  // CHECK-NOT: math.exp
  // CHECK-NOT: math.fma
  // CHECK: arith.divf
  // CHECK-NOT: arith.divf
  // CHECK: linalg.yield
  // CHECK: %[[START:.*]] = tensor.insert %{{.*}} into %[[MAX]][] : tensor<i32>
  // CHECK: %[[LARGEST:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%[[ACTIVATION]] : tensor<4xf32>) outs(%[[START]] : tensor<i32>)
  // CHECK: arith.bitcast
  // CHECK-NEXT: arith.andi
  // CHECK-NEXT: arith.maxsi
  // CHECK: %[[PART:.*]] = tensor.extract_slice %[[Y]][%[[I]], 0] [1, 4] [1, 1]
  // CHECK: %[[CODES:.*]] = linalg.generic {{.*}} ins(%[[ACTIVATION]] : tensor<4xf32>) outs(%[[PART]] : tensor<4xi8>)
  // CHECK-NOT: math.trunc
  // CHECK: arith.fptosi
  // CHECK: %[[Y1:.*]] = tensor.insert_slice %[[CODES]] into %[[Y]][%[[I]], 0] [1, 4] [1, 1]
  // CHECK: %[[S1:.*]] = tensor.insert %{{.*}} into %[[S]][%[[I]]]
  // CHECK: scf.yield %[[Y1]], %[[S1]], %[[ACTIVATION]], %[[LARGEST]]
  // CHECK: return %[[LOOP]]#0, %[[LOOP]]#1
  %y, %s = quant.dequant_situ_quant %x : tensor<?x8xbf16> -> tensor<?x4xi8>, tensor<?xf32>
  return %y, %s : tensor<?x4xi8>, tensor<?xf32>
}

// -----

// The gate is the second half; parameters of one number are scalars in the body.
// CHECK-LABEL: @static
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x8xi8>, %[[WS:.*]]: tensor<1xf32>, %[[QS:.*]]: tensor<1x4xf32>)
func.func @static(%x: tensor<2x3x8xi8>, %ws: tensor<1xf32>, %qs: tensor<1x4xf32>) -> tensor<2x3x4xi8> {
  // CHECK-DAG: %[[SCALES:.*]] = tensor.extract_slice %[[QS]][0, 0] [1, 4] [1, 1] : tensor<1x4xf32> to tensor<4xf32>
  // CHECK-DAG: tensor.extract %[[WS]]
  // CHECK: scf.for %[[I:[a-z0-9]+]] =
  // CHECK: scf.for %[[J:[a-z0-9]+]] = {{.*}} iter_args(%[[Y:[a-z0-9]+]] =
  // CHECK: %[[GATE:.*]] = tensor.extract_slice %[[X]][%[[I]], %[[J]], 4]
  // CHECK: %[[UP:.*]] = tensor.extract_slice %[[X]][%[[I]], %[[J]], 0]
  // CHECK: %[[PART:.*]] = tensor.extract_slice %[[Y]][%[[I]], %[[J]], 0] [1, 1, 4] [1, 1, 1]
  // CHECK: linalg.generic {{.*}} ins(%[[GATE]], %[[UP]], %[[SCALES]] : {{.*}}) outs(%[[PART]] :
  // CHECK-NOT: linalg.generic
  %y = quant.dequant_situ_quant %x weight_scale(%ws : tensor<1xf32>) quant_scale(%qs : tensor<1x4xf32>)
      {quant_type = "static", activate_left = false} : tensor<2x3x8xi8> -> tensor<2x3x4xi8>
  return %y : tensor<2x3x4xi8>
}

// -----

// The sums of the counts once; a loop over groups around that over their rows. The
// parameters of a group are slices, outside the loop over its rows.
// CHECK-LABEL: @groups
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xi32>, %[[WS:.*]]: tensor<896x8xf32>, %[[AS:.*]]: tensor<?xf32>, %[[COUNTS:.*]]: tensor<896xi64>)
func.func @groups(%x: tensor<?x8xi32>, %ws: tensor<896x8xf32>, %as: tensor<?xf32>, %counts: tensor<896xi64>) -> (tensor<?x4xi8>, tensor<?xf32>) {
  // CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<897xi64>
  // CHECK: %[[SUMS:.*]]:2 = scf.for {{.*}} -> (tensor<897xi64>, i64)
  // CHECK-NOT: scf.for
  // CHECK: scf.for %[[GROUP:[a-z0-9]+]] = %{{.*}} to %c896
  // CHECK: tensor.extract_slice %[[WS]][%[[GROUP]], 0] [1, 4] [1, 1]
  // CHECK: tensor.extract_slice %[[WS]][%[[GROUP]], 4] [1, 4] [1, 1]
  // CHECK: tensor.extract %[[SUMS]]#0[%[[GROUP]]]
  // CHECK: scf.for %[[ROW:[a-z0-9]+]] =
  // CHECK-DAG: tensor.extract %[[AS]][%[[ROW]]]
  // CHECK-DAG: tensor.extract_slice %[[X]][%[[ROW]], 0] [1, 4] [1, 1]
  // CHECK-NOT: scf.for
  // Rows that belong to no group.
  // CHECK: linalg.fill
  // CHECK: linalg.fill
  %y, %s = quant.dequant_situ_quant %x weight_scale(%ws : tensor<896x8xf32>) activation_scale(%as : tensor<?xf32>)
      group_index(%counts : tensor<896xi64>) : tensor<?x8xi32> -> tensor<?x4xi8>, tensor<?xf32>
  return %y, %s : tensor<?x4xi8>, tensor<?xf32>
}

// -----

// The policy of the attribute wins over that of the options.
// CHECK-LABEL: @policy
func.func @policy(%x: tensor<2x8xf16>) -> tensor<2x4xi8> {
  // CHECK: math.fma
  // CHECK: math.ceil
  %y, %s = quant.dequant_situ_quant %x {quantir.policy = #quantir.policy<rounding = up, polynomial_fma = true>}
      : tensor<2x8xf16> -> tensor<2x4xi8>, tensor<2xf32>
  return %y : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: @libm
func.func @libm(%x: tensor<2x8xf16>) -> tensor<2x4xi8> {
  // CHECK: math.tanh
  // CHECK: math.exp
  // CHECK: math.tanh
  %y, %s = quant.dequant_situ_quant %x {quantir.policy = #quantir.policy<math = libm>}
      : tensor<2x8xf16> -> tensor<2x4xi8>, tensor<2xf32>
  return %y : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: @accurate
func.func @accurate(%x: tensor<2x8xf16>) -> tensor<2x4xi8> {
  // CHECK-NOT: math.tanh
  // CHECK-NOT: math.exp
  // CHECK-COUNT-3: arith.truncf %{{.*}} : f64 to f32
  // CHECK-NOT: math.tanh
  // CHECK-NOT: math.exp
  // CHECK: return
  %y, %s = quant.dequant_situ_quant %x {quantir.policy = #quantir.policy<math = accurate>}
      : tensor<2x8xf16> -> tensor<2x4xi8>, tensor<2xf32>
  return %y : tensor<2x4xi8>
}

// More leading dimensions than become loops are merged.
// CHECK-LABEL: func @high_rank(
// CHECK-SAME: %[[X:.*]]: tensor<?x1x1x1x1x1x1x1x3x8xi8>
func.func @high_rank(%x: tensor<?x1x1x1x1x1x1x1x3x8xi8>, %w: tensor<8xf32>) -> (tensor<?x1x1x1x1x1x1x1x3x4xi8>, tensor<?x1x1x1x1x1x1x1x3xf32>) {
  // CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1, 2, 3, 4, 5, 6, 7, 8], [9]] : tensor<?x1x1x1x1x1x1x1x3x8xi8> into tensor<?x8xi8>
  // CHECK: %[[LOOP:.*]]:4 = scf.for
  // CHECK-NOT: scf.for
  // CHECK: tensor.expand_shape %[[LOOP]]#0 {{\[\[}}0, 1, 2, 3, 4, 5, 6, 7, 8], [9]]
  // CHECK: tensor.expand_shape %[[LOOP]]#1 {{\[\[}}0, 1, 2, 3, 4, 5, 6, 7, 8]]
  %y, %s = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<?x1x1x1x1x1x1x1x3x8xi8> -> tensor<?x1x1x1x1x1x1x1x3x4xi8>, tensor<?x1x1x1x1x1x1x1x3xf32>
  return %y, %s : tensor<?x1x1x1x1x1x1x1x3x4xi8>, tensor<?x1x1x1x1x1x1x1x3xf32>
}

// Their sums would be one more, for which there is no static size.
// CHECK-LABEL: func @most_groups
// CHECK: tensor.empty(%{{.+}}) : tensor<?xi64>
// CHECK: return
func.func @most_groups(%x: tensor<?x8xi32>, %w: tensor<9223372036854775807x1xf32>, %a: tensor<?xf32>, %g: tensor<9223372036854775807xi64>) -> tensor<?x4xi8> {
  %y, %s = quant.dequant_situ_quant %x weight_scale(%w : tensor<9223372036854775807x1xf32>)
      activation_scale(%a : tensor<?xf32>) group_index(%g : tensor<9223372036854775807xi64>)
      : tensor<?x8xi32> -> tensor<?x4xi8>, tensor<?xf32>
  return %y : tensor<?x4xi8>
}
