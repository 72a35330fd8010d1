// RUN: quant-opt %s --inline | FileCheck %s

!q = !quant.uniform<i8:f32, 2.0:3>

// CHECK-LABEL: @caller
// CHECK-SAME: (%[[INPUT:.*]]: f32)
// CHECK-NEXT: %[[QUANTIZED:.*]] = quant.qcast %[[INPUT]]
// CHECK-NEXT: %[[STORED:.*]] = quant.scast %[[QUANTIZED]]
// CHECK-NEXT: %[[AGAIN:.*]] = quant.scast %[[STORED]]
// CHECK-NEXT: %[[RESULT:.*]] = quant.dcast %[[AGAIN]]
// CHECK-NEXT: return %[[RESULT]]
func.func @caller(%input: f32) -> f32 {
  %0 = call @callee(%input) : (f32) -> f32
  return %0 : f32
}

func.func private @callee(%input: f32) -> f32 {
  %0 = quant.qcast %input : f32 to !q
  %1 = quant.scast %0 : !q to i8
  %2 = quant.scast %1 : i8 to !quant.uniform<i8:f32, 4.0>
  %3 = quant.dcast %2 : !quant.uniform<i8:f32, 4.0> to f32
  return %3 : f32
}
