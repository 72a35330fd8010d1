// RUN: quant-opt %s | FileCheck %s
// RUN: quant-opt %s | quant-opt | FileCheck %s
// RUN: quant-opt %s --mlir-print-op-generic | quant-opt | FileCheck %s
// RUN: quant-opt %s --emit-bytecode | quant-opt | FileCheck %s

#up = #quantir.policy<rounding = up>

// CHECK-LABEL: module attributes {quantir.policy = #quantir.policy<>}
module attributes {quantir.policy = #quantir.policy<>} {
  // Every knob, printed in the order of the table of docs/numerics.md.
  // CHECK: @every_knob() attributes {quantir.policy = #quantir.policy<
  // CHECK-SAME: rounding = nearest_away, zero_point = after_rounding, scaling = reciprocal,
  // CHECK-SAME: compute_type = f64, dequantize = integer_subtract, nan = storage_min,
  // CHECK-SAME: requantize = float_multiplier, math = accurate, polynomial_fma = true,
  // CHECK-SAME: dynamic_scale = multiply, zero_row_scale = 1>}
  func.func private @every_knob() attributes {quantir.policy = #quantir.policy<
    zero_row_scale = 1, dynamic_scale = multiply, polynomial_fma = true,
    math = accurate, requantize = float_multiplier, nan = storage_min,
    dequantize = integer_subtract, compute_type = f64, scaling = reciprocal,
    zero_point = after_rounding, rounding = nearest_away>}

  // Every word of every knob.
  // CHECK: @every_word() attributes {words = [
  // CHECK-SAME: #quantir.policy<rounding = nearest_even>, #quantir.policy<rounding = nearest_away>,
  // CHECK-SAME: #quantir.policy<rounding = nearest_up>, #quantir.policy<rounding = toward_zero>,
  // CHECK-SAME: #quantir.policy<rounding = down>, #quantir.policy<rounding = up>,
  // CHECK-SAME: #quantir.policy<zero_point = before_rounding>, #quantir.policy<zero_point = after_rounding>,
  // CHECK-SAME: #quantir.policy<scaling = divide>, #quantir.policy<scaling = reciprocal>,
  // CHECK-SAME: #quantir.policy<compute_type = auto>, #quantir.policy<compute_type = expressed>,
  // CHECK-SAME: #quantir.policy<compute_type = f32>, #quantir.policy<compute_type = f64>,
  // CHECK-SAME: #quantir.policy<dequantize = subtract_multiply>, #quantir.policy<dequantize = integer_subtract>,
  // CHECK-SAME: #quantir.policy<dequantize = fma>,
  // CHECK-SAME: #quantir.policy<nan = zero_point>, #quantir.policy<nan = storage_min>,
  // CHECK-SAME: #quantir.policy<nan = storage_max>, #quantir.policy<nan = zero>,
  // CHECK-SAME: #quantir.policy<requantize = exact>, #quantir.policy<requantize = float_multiplier>,
  // CHECK-SAME: #quantir.policy<requantize = fixed_single_round>, #quantir.policy<requantize = fixed_double_round>,
  // CHECK-SAME: #quantir.policy<math = poly>, #quantir.policy<math = accurate>, #quantir.policy<math = libm>,
  // CHECK-SAME: #quantir.policy<polynomial_fma = false>, #quantir.policy<polynomial_fma = true>,
  // CHECK-SAME: #quantir.policy<dynamic_scale = divide>, #quantir.policy<dynamic_scale = multiply>,
  // CHECK-SAME: #quantir.policy<zero_row_scale = 0>, #quantir.policy<zero_row_scale = 1>]}
  func.func private @every_word() attributes {words = [
    #quantir.policy<rounding = nearest_even>, #quantir.policy<rounding = nearest_away>,
    #quantir.policy<rounding = nearest_up>, #quantir.policy<rounding = toward_zero>,
    #quantir.policy<rounding = down>, #quantir.policy<rounding = up>,
    #quantir.policy<zero_point = before_rounding>, #quantir.policy<zero_point = after_rounding>,
    #quantir.policy<scaling = divide>, #quantir.policy<scaling = reciprocal>,
    #quantir.policy<compute_type = auto>, #quantir.policy<compute_type = expressed>,
    #quantir.policy<compute_type = f32>, #quantir.policy<compute_type = f64>,
    #quantir.policy<dequantize = subtract_multiply>, #quantir.policy<dequantize = integer_subtract>,
    #quantir.policy<dequantize = fma>,
    #quantir.policy<nan = zero_point>, #quantir.policy<nan = storage_min>,
    #quantir.policy<nan = storage_max>, #quantir.policy<nan = zero>,
    #quantir.policy<requantize = exact>, #quantir.policy<requantize = float_multiplier>,
    #quantir.policy<requantize = fixed_single_round>, #quantir.policy<requantize = fixed_double_round>,
    #quantir.policy<math = poly>, #quantir.policy<math = accurate>, #quantir.policy<math = libm>,
    #quantir.policy<polynomial_fma = false>, #quantir.policy<polynomial_fma = true>,
    #quantir.policy<dynamic_scale = divide>, #quantir.policy<dynamic_scale = multiply>,
    #quantir.policy<zero_row_scale = 0>, #quantir.policy<zero_row_scale = 0x1>]}

  // On any op, and through an alias.
  // CHECK: @on_an_op
  func.func @on_an_op(%x: f32) -> !quant.uniform<i8:f32, 2.0> {
    // CHECK: quant.qcast %{{.*}} {quantir.policy = #quantir.policy<rounding = up>}
    %q = quant.qcast %x {quantir.policy = #up} : f32 to !quant.uniform<i8:f32, 2.0>
    return %q : !quant.uniform<i8:f32, 2.0>
  }
}
