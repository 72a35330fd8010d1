// RUN: quant-opt %s --quant-pin-policy | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: quant-opt %s --quant-pin-policy="policy=onnx rounding=down" | FileCheck %s --check-prefixes=CHECK,OPTIONS
// A second run changes nothing, whatever its options.
// RUN: quant-opt %s --quant-pin-policy --quant-pin-policy=policy=onnx | FileCheck %s --check-prefixes=CHECK,DEFAULT

!q = !quant.uniform<i8:f32, 2.0:3>

// Without attributes the options count, then the defaults. A cast gets the knobs
// that it depends on.
// CHECK-LABEL: func @plain
// DEFAULT: quant.qcast %{{.*}} {quantir.policy = #quantir.policy<rounding = nearest_even, zero_point = before_rounding, scaling = divide, compute_type = auto, nan = zero_point, requantize = exact>}
// OPTIONS: quant.qcast %{{.*}} {quantir.policy = #quantir.policy<rounding = down, zero_point = after_rounding, scaling = divide, compute_type = f32, nan = storage_min, requantize = exact>}
// DEFAULT: quant.dcast %{{.*}} {quantir.policy = #quantir.policy<compute_type = auto, dequantize = subtract_multiply, requantize = exact>}
// OPTIONS: quant.dcast %{{.*}} {quantir.policy = #quantir.policy<compute_type = f32, dequantize = integer_subtract, requantize = exact>}
func.func @plain(%x: f32) -> f32 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.dcast %0 : !q to f32
  return %1 : f32
}

module attributes {quantir.policy = #quantir.policy<rounding = up, nan = zero>} {
  // The nearest attribute wins knob by knob, before any option.
  // CHECK-LABEL: func @nested
  // CHECK: quant.qcast %{{.*}} {quantir.policy = #quantir.policy<rounding = toward_zero,
  // CHECK-SAME: nan = storage_max
  // CHECK: quant.qcast %{{.*}} {quantir.policy = #quantir.policy<rounding = toward_zero,
  // CHECK-SAME: nan = zero,
  func.func @nested(%x: f32) -> (!q, !q)
      attributes {quantir.policy = #quantir.policy<rounding = toward_zero>} {
    %0 = quant.qcast %x {quantir.policy = #quantir.policy<nan = storage_max>} : f32 to !q
    %1 = quant.qcast %x : f32 to !q
    return %0, %1 : !q, !q
  }
}

// A storage cast computes nothing.
// CHECK-LABEL: func @storage
// CHECK: quant.scast %{{[^ ]*}} : !quant
func.func @storage(%x: !q) -> i8 {
  %0 = quant.scast %x : !q to i8
  return %0 : i8
}
