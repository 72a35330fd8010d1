// RUN: quant-opt %s --canonicalize --cse | FileCheck %s

!q = !quant.uniform<i8:f32, 2.0:3>
!other = !quant.uniform<i8:f32, 4.0:3>

// Bits cast there and back.
// CHECK-LABEL: @scast_there_and_back
// CHECK-SAME: (%[[INPUT:.*]]: !quant.uniform
// CHECK-NEXT: return %[[INPUT]]
func.func @scast_there_and_back(%input: !q) -> !q {
  %0 = quant.scast %input : !q to i8
  %1 = quant.scast %0 : i8 to !q
  return %1 : !q
}

// CHECK-LABEL: @scast_tensor
// CHECK-SAME: (%[[INPUT:.*]]: tensor<?xi8>
// CHECK-NEXT: return %[[INPUT]]
func.func @scast_tensor(%input: tensor<?xi8>) -> tensor<?xi8> {
  %0 = quant.scast %input : tensor<?xi8> to tensor<?x!q>
  %1 = quant.scast %0 : tensor<?x!q> to tensor<?xi8>
  return %1 : tensor<?xi8>
}

// CHECK-LABEL: @scast_chain
// CHECK-SAME: (%[[INPUT:.*]]: i8
// CHECK-NEXT: return %[[INPUT]]
func.func @scast_chain(%input: i8) -> i8 {
  %0 = quant.scast %input : i8 to !q
  %1 = quant.scast %0 : !q to i8
  %2 = quant.scast %1 : i8 to !other
  %3 = quant.scast %2 : !other to i8
  return %3 : i8
}

// Equal scales are equal types: both are the f16 nearest to 0.1.
// CHECK-LABEL: @scast_equal_scales
// CHECK-SAME: (%[[INPUT:.*]]: !quant.uniform
// CHECK-NEXT: return %[[INPUT]]
func.func @scast_equal_scales(%input: !quant.uniform<i8:f16, 0.1>) -> !quant.uniform<i8:f16, 0.0999755859375> {
  %0 = quant.scast %input : !quant.uniform<i8:f16, 0.1> to i8
  %1 = quant.scast %0 : i8 to !quant.uniform<i8:f16, 0.0999755859375>
  return %1 : !quant.uniform<i8:f16, 0.0999755859375>
}

// Other types: the value is read in another way.
// CHECK-LABEL: @scast_to_another_type
// CHECK: quant.scast
// CHECK: quant.scast
func.func @scast_to_another_type(%input: !q) -> !other {
  %0 = quant.scast %input : !q to i8
  %1 = quant.scast %0 : i8 to !other
  return %1 : !other
}

// Rounding and saturation are lost if these go.
// CHECK-LABEL: @dcast_of_qcast
// CHECK-SAME: (%[[INPUT:.*]]: f32
// CHECK-NEXT: %[[QUANTIZED:.*]] = quant.qcast %[[INPUT]]
// CHECK-NEXT: %[[DEQUANTIZED:.*]] = quant.dcast %[[QUANTIZED]]
// CHECK-NEXT: return %[[DEQUANTIZED]]
func.func @dcast_of_qcast(%input: f32) -> f32 {
  %0 = quant.qcast %input : f32 to !q
  %1 = quant.dcast %0 : !q to f32
  return %1 : f32
}

// The identity for most parameters, but not for all (docs/numerics.md).
// CHECK-LABEL: @qcast_of_dcast
// CHECK-SAME: (%[[INPUT:.*]]: !quant.uniform
// CHECK-NEXT: %[[DEQUANTIZED:.*]] = quant.dcast %[[INPUT]]
// CHECK-NEXT: %[[QUANTIZED:.*]] = quant.qcast %[[DEQUANTIZED]]
// CHECK-NEXT: return %[[QUANTIZED]]
func.func @qcast_of_dcast(%input: !q) -> !q {
  %0 = quant.dcast %input : !q to f32
  %1 = quant.qcast %0 : f32 to !q
  return %1 : !q
}

// Pure: unused casts go, and equal ones become one.
// CHECK-LABEL: @unused
// CHECK-NEXT: return
func.func @unused(%input: f32) {
  %0 = quant.qcast %input : f32 to !q
  %1 = quant.dcast %0 : !q to f32
  %2 = quant.scast %0 : !q to i8
  return
}

// CHECK-LABEL: @equal
// CHECK: %[[ONE:.*]] = quant.qcast
// CHECK-NEXT: return %[[ONE]], %[[ONE]]
func.func @equal(%input: f32) -> (!q, !q) {
  %0 = quant.qcast %input : f32 to !q
  %1 = quant.qcast %input : f32 to !q
  return %0, %1 : !q, !q
}

// Another policy is another number.
// CHECK-LABEL: @equal_but_for_the_policy
// CHECK: %[[UP:.*]] = quant.qcast %{{.*}} {quantir.policy = #quantir.policy<rounding = up>}
// CHECK: %[[DOWN:.*]] = quant.qcast %{{.*}} {quantir.policy = #quantir.policy<rounding = down>}
// CHECK-NEXT: return %[[UP]], %[[DOWN]]
func.func @equal_but_for_the_policy(%input: f32) -> (!q, !q) {
  %0 = quant.qcast %input {quantir.policy = #quantir.policy<rounding = up>} : f32 to !q
  %1 = quant.qcast %input {quantir.policy = #quantir.policy<rounding = down>} : f32 to !q
  return %0, %1 : !q, !q
}
