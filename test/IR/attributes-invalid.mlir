// RUN: quant-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected a policy knob, one of rounding, zero_point, scaling, compute_type, dequantize, nan, requantize, math, polynomial_fma, dynamic_scale, zero_row_scale, but got 'round'}}
module attributes {quantir.policy = #quantir.policy<round = down>} {}

// -----

// Not the attribute, but options know presets.
// expected-error@+1 {{but got 'preset'; presets are chosen by the option policy of passes}}
module attributes {quantir.policy = #quantir.policy<preset = "ascend-device">} {}

// -----

// expected-error@+1 {{expected rounding to be one of nearest_even, nearest_away, nearest_up, toward_zero, down, up, but got 'sideways'}}
module attributes {quantir.policy = #quantir.policy<rounding = sideways>} {}

// -----

// expected-error@+1 {{expected zero_row_scale to be one of 0, 1, but got '2'}}
module attributes {quantir.policy = #quantir.policy<zero_row_scale = 2>} {}

// -----

// expected-error@+1 {{expected zero_row_scale to be one of 0, 1, but got 'true'}}
module attributes {quantir.policy = #quantir.policy<zero_row_scale = true>} {}

// -----

// expected-error@+1 {{integer value too large}}
module attributes {quantir.policy = #quantir.policy<zero_row_scale = 99999999999999999999>} {}

// -----

// expected-error@+1 {{expected polynomial_fma to be one of false, true, but got '1'}}
module attributes {quantir.policy = #quantir.policy<polynomial_fma = 1>} {}

// -----

// expected-error@+1 {{expected each policy knob once, but got 'rounding' twice}}
module attributes {quantir.policy = #quantir.policy<rounding = up, nan = zero, rounding = up>} {}

// -----

// Hint: words stand without quotes: `rounding = up`.
// expected-error@+1 {{expected a word or number as the value of the policy knob 'rounding', but got '"up"'}}
module attributes {quantir.policy = #quantir.policy<rounding = "up">} {}

// -----

// expected-error@+1 {{expected '='}}
module attributes {quantir.policy = #quantir.policy<rounding>} {}

// -----

// expected-error@+1 {{expected '<'}}
module attributes {quantir.policy = #quantir.policy} {}

// -----

// expected-error@+1 {{expected 'quantir.policy' to be a #quantir.policy attribute, but got "rounding"}}
module attributes {quantir.policy = "rounding"} {}

// -----

// The middle of a long attribute is left out.
// expected-error-re@+1 {{but got "{{z+}} ... {{z+}}"}}
module attributes {quantir.policy = "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"} {}

// -----

// expected-error@+1 {{has an unknown attribute 'quantir.polcy': expected 'quantir.policy'}}
module attributes {quantir.polcy = #quantir.policy<rounding = up>} {}

// -----

// Says nothing to any op there.
// Hint: write it on the function, or on the ops that it is for.
// expected-error@+1 {{expected 'quantir.policy' on an operation, but got it on argument 1}}
func.func private @argument(f32, f32 {quantir.policy = #quantir.policy<rounding = up>})

// -----

// expected-error@+1 {{expected 'quantir.policy' on an operation, but got it on result 0}}
func.func private @result() -> (f32 {quantir.policy = #quantir.policy<rounding = up>})
