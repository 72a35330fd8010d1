// RUN: acme-opt %s --acme-fake-quantize='scale=0.5 zero-point=3' | FileCheck %s
// RUN: acme-opt-standalone %s --acme-fake-quantize='scale=0.5 zero-point=3' \
// RUN:   | FileCheck %s

// CHECK-LABEL: func.func @scalar(
// CHECK:         %[[PRODUCT:.*]] = arith.mulf
// CHECK:         %[[QUANTIZED:.*]] = quant.qcast %[[PRODUCT]] : f32 to !quant.uniform<i8:f32, 5.000000e-01:3>
// CHECK:         %[[BACK:.*]] = quant.dcast %[[QUANTIZED]]
// CHECK:         return %[[BACK]] : f32
func.func @scalar(%x: f32, %y: f32) -> f32 {
  %0 = arith.mulf %x, %y : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @tensor(
// CHECK:         quant.qcast %{{.*}} : tensor<?xf32> to tensor<?x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @tensor(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.mulf %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
