// The forms with one multiplier.
//
// RUN: quant-opt %s --quant-fuse-requantize=requantize=float-multiplier | FileCheck %s --check-prefixes=CHECK,FLOAT
// RUN: quant-opt %s --quant-fuse-requantize=requantize=fixed-single-round | FileCheck %s --check-prefixes=CHECK,FIXED,ONCE
// RUN: quant-opt %s --quant-fuse-requantize=requantize=fixed-double-round | FileCheck %s --check-prefixes=CHECK,FIXED,TWICE

!acc = !quant.uniform<i32:f32, 0.25>
!accs = !quant.uniform<i32:f32:1, {0.25, 0.5, 3.0}>
!small = !quant.uniform<i8:f32, 2.0:3>
!smalls = !quant.uniform<i8:f32:1, {1.0, 2.0, 4.0}>
!rows = !quant.uniform<i8:f32:0, {1.0, 2.0}>

// 0.25 / 2 = 2^-3: multiplier 2^30, shift 31 + 2, half 2^32; rounded twice, the
// first half is 2^30.
// CHECK-LABEL: func @per_tensor
// FLOAT-DAG:       %[[M:.*]] = arith.constant 1.250000e-01 : f32
// FLOAT:           %[[X:.*]] = arith.sitofp %{{.*}} : i32 to f32
// FLOAT-NEXT:      arith.mulf %[[X]], %[[M]] : f32
// FLOAT:           math.roundeven
// FIXED-DAG:       %[[M:.*]] = arith.constant 1073741824 : i64
// FIXED-DAG:       %[[SHIFT:.*]] = arith.constant 33 : i64
// ONCE-DAG:        %[[HALF:.*]] = arith.constant 4294967296 : i64
// TWICE-DAG:       %[[UP:.*]] = arith.constant 5368709120 : i64
// TWICE-DAG:       %[[DOWN:.*]] = arith.constant 3221225472 : i64
// FIXED-DAG:       %[[ZP:.*]] = arith.constant 3 : i64
// FIXED:           %[[X:.*]] = arith.extsi %{{.*}} : i32 to i64
// FIXED-NEXT:      %[[PRODUCT:.*]] = arith.muli %[[X]], %[[M]]
// TWICE:           %[[NEGATIVE:.*]] = arith.cmpi slt, %[[X]]
// TWICE-NEXT:      %[[HALF:.*]] = arith.select %[[NEGATIVE]], %[[DOWN]], %[[UP]]
// FIXED-NEXT:      %[[SUM:.*]] = arith.addi %[[PRODUCT]], %[[HALF]]
// FIXED-NEXT:      %[[SHIFTED:.*]] = arith.shrsi %[[SUM]], %[[SHIFT]]
// FIXED-NEXT:      arith.addi %[[SHIFTED]], %[[ZP]]
// FIXED:           arith.maxsi
// FIXED:           arith.minsi
// FIXED:           arith.trunci %{{.*}} : i64 to i8
// CHECK:         return
func.func @per_tensor(%x: tensor<2x3x!acc>) -> tensor<2x3x!small> {
  %0 = quant.dcast %x : tensor<2x3x!acc> to tensor<2x3xf32>
  %1 = quant.qcast %0 : tensor<2x3xf32> to tensor<2x3x!small>
  return %1 : tensor<2x3x!small>
}

// CHECK-LABEL: func @input_channels
// FLOAT:         arith.constant dense<[1.250000e-01, 2.500000e-01, 1.500000e+00]> : tensor<3xf32>
// FIXED:         arith.constant dense<[1073741824, 1073741824, 1610612736]> : tensor<3xi64>
// CHECK:         linalg.generic
// CHECK-NOT:     quant.{{[dq]}}cast
// CHECK:         return
func.func @input_channels(%x: tensor<2x3x!accs>) -> tensor<2x3x!small> {
  %0 = quant.dcast %x : tensor<2x3x!accs> to tensor<2x3xf32>
  %1 = quant.qcast %0 : tensor<2x3xf32> to tensor<2x3x!small>
  return %1 : tensor<2x3x!small>
}

// CHECK-LABEL: func @output_channels
// FLOAT:         arith.constant dense<[2.500000e-01, 1.250000e-01, 6.250000e-02]> : tensor<3xf32>
// CHECK:         linalg.generic
// CHECK-NOT:     quant.{{[dq]}}cast
// CHECK:         return
func.func @output_channels(%x: tensor<2x3x!acc>) -> tensor<2x3x!smalls> {
  %0 = quant.dcast %x : tensor<2x3x!acc> to tensor<2x3xf32>
  %1 = quant.qcast %0 : tensor<2x3xf32> to tensor<2x3x!smalls>
  return %1 : tensor<2x3x!smalls>
}

// The same channels on both sides.
// CHECK-LABEL: func @both_channels
// FLOAT:         arith.constant dense<[2.500000e-01, 2.500000e-01, 7.500000e-01]> : tensor<3xf32>
// CHECK:         linalg.generic
// CHECK-NOT:     quant.{{[dq]}}cast
// CHECK:         return
func.func @both_channels(%x: tensor<2x3x!accs>) -> tensor<2x3x!smalls> {
  %0 = quant.dcast %x : tensor<2x3x!accs> to tensor<2x3xf32>
  %1 = quant.qcast %0 : tensor<2x3xf32> to tensor<2x3x!smalls>
  return %1 : tensor<2x3x!smalls>
}

// Channels in, rows out: no list of multipliers.
// CHECK-LABEL: func @channels_to_rows
// CHECK-NEXT:    quant.dcast
// CHECK-NEXT:    quant.qcast
func.func @channels_to_rows(%x: tensor<2x3x!accs>) -> tensor<2x3x!rows> {
  %0 = quant.dcast %x : tensor<2x3x!accs> to tensor<2x3xf32>
  %1 = quant.qcast %0 : tensor<2x3xf32> to tensor<2x3x!rows>
  return %1 : tensor<2x3x!rows>
}

// The form is the one of the quantizing cast.
// CHECK-LABEL: func @named
// CHECK:         arith.sitofp %{{.*}} : i32 to f64
// CHECK:         arith.divf
// CHECK:         return
func.func @named(%x: tensor<3x!acc>) -> tensor<3x!small> {
  %0 = quant.dcast %x {quantir.policy = #quantir.policy<requantize = fixed_single_round>}
    : tensor<3x!acc> to tensor<3xf32>
  %1 = quant.qcast %0 {quantir.policy = #quantir.policy<requantize = exact>}
    : tensor<3xf32> to tensor<3x!small>
  return %1 : tensor<3x!small>
}
