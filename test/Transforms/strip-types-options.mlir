// RUN: quant-opt %s -allow-unregistered-dialect -pass-pipeline='builtin.module(quant-strip-types{transparent-ops=other.move,some.hold})' | FileCheck %s
// RUN: quant-opt %s -allow-unregistered-dialect -pass-pipeline='builtin.module(quant-strip-types{transparent-ops=other.*,some.*})' | FileCheck %s
// RUN: not quant-opt %s -allow-unregistered-dialect -pass-pipeline='builtin.module(quant-strip-types{transparent-ops=other.move})' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not quant-opt %s -allow-unregistered-dialect -pass-pipeline='builtin.module(quant-strip-types{transparent-ops=other.mo,some.ho})' 2>&1 | FileCheck %s --check-prefix=PARTS

// After an error nothing has changed, the part before the error either.
// RUN: not quant-opt %s -allow-unregistered-dialect -quant-strip-types -mlir-print-ir-after-failure 2>&1 | FileCheck %s --check-prefix=UNTOUCHED

// CHECK-NOT: !quant
// CHECK: %[[M:.*]] = "other.move"(%{{.*}}) : (tensor<4xi8>) -> tensor<4xi8>
// CHECK: "some.hold"(%[[M]]) {type = i8} : (tensor<4xi8>) -> ()
// MISSING: error: expected only ops that move quantized values, but got 'some.hold'
// PARTS: error: expected only ops that move quantized values, but got 'other.move'
// UNTOUCHED: IR Dump After {{.*}}quant-strip-types
// UNTOUCHED: func.func @f(%[[A:.*]]: tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>)
// UNTOUCHED: quant.scast %[[A]] : tensor<4x!quant.uniform<i8:f32, 2.000000e+00>> to tensor<4xi8>
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  %s = quant.scast %a : tensor<4x!quant.uniform<i8:f32, 2.0>> to tensor<4xi8>
  %0 = "other.move"(%a) : (tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  "some.hold"(%0) {type = !quant.uniform<i8:f32, 2.0>} : (tensor<4x!quant.uniform<i8:f32, 2.0>>) -> ()
  return
}
