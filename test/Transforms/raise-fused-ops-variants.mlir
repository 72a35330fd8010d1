// Ways to write single steps. Each RUN line changes the function below in one place
// (with ~ for the % of a value); it is raised all the same, to the op with the policy
// that it then has.

// DEFINE: %{edit} =
// DEFINE: %{prefix} =
// DEFINE: %{raised} = sed -e %{edit} -e 's/~/%/g' %s > %t.mlir && \
// DEFINE:   quant-opt %t.mlir --quant-raise-fused-ops --canonicalize | FileCheck %s --implicit-check-not=math. --check-prefix %{prefix}

// As it is. The clamp has a code for NaN, which the guard keeps away.
// REDEFINE: %{edit} = s/a/a/
// REDEFINE: %{prefix} = BASE
// RUN: %{raised}
// BASE: quant.dequant_situ_quant %{{.+}} {quantir.policy = #quantir.policy<rounding = nearest_even, scaling = divide, dynamic_scale = divide, zero_row_scale = 1>}

// Tests for 0, in all ways of comparing numbers that aren't negative.
// REDEFINE: %{edit} = 's/cmpf oeq, .scale0, .zero/cmpf ueq, ~zero, ~scale0/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/cmpf oeq, .scale0, .zero/cmpf ole, ~amax, ~zero/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/cmpf oeq, .scale0, .zero/cmpf oge, ~zero, ~amax/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/cmpf oeq, .scale0, .zero/cmpf one, ~amax, ~zero/; s/select .test, .ones, .scale0/select ~test, ~scale0, ~ones/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/cmpf oeq, .scale0, .zero/cmpf une, ~zero, ~scale0/; s/select .test, .ones, .scale0/select ~test, ~scale0, ~ones/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/cmpf oeq, .scale0, .zero/cmpf ogt, ~scale0, ~zero/; s/select .test, .ones, .scale0/select ~test, ~scale0, ~ones/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/cmpf oeq, .scale0, .zero/cmpf ult, ~zero, ~scale0/; s/select .test, .ones, .scale0/select ~test, ~scale0, ~ones/'
// RUN: %{raised}

// Clamps by comparison, whatever they do with NaN.
// REDEFINE: %{edit} = 's/.q2 = arith.maxnumf .q1, .lo :/~c1 = arith.cmpf olt, ~q1, ~lo : tensor<3x4xf32> ~q2 = arith.select ~c1, ~lo, ~q1 : tensor<3x4xi1>,/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/.q2 = arith.maxnumf .q1, .lo :/~c1 = arith.cmpf uge, ~q1, ~lo : tensor<3x4xf32> ~q2 = arith.select ~c1, ~q1, ~lo : tensor<3x4xi1>,/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/.q2 = arith.maxnumf .q1, .lo :/~c1 = arith.cmpf ugt, ~lo, ~q1 : tensor<3x4xf32> ~q2 = arith.select ~c1, ~lo, ~q1 : tensor<3x4xi1>,/'
// RUN: %{raised}
// The clamp before the rounding.
// REDEFINE: %{edit} = 's/math.roundeven .q0/arith.maxnumf ~q0, ~lo/; s/.q2 = arith.maxnumf .q1, .lo/~q2 = math.roundeven ~q1/'
// RUN: %{raised}

// The sigmoid.
// REDEFINE: %{edit} = 's/arith.negf .gate/arith.subf ~zero4, ~gate/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/arith.negf .gate/arith.mulf ~minus, ~gate/'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/.s0 = arith.negf .gate/~s0 = arith.divf ~gate, ~two/; s/math.exp/math.tanh/; s/arith.divf .one, .s2/arith.divf ~s2, ~two/'
// RUN: %{raised}

// Dividing by 4 is multiplying by 1/4.
// REDEFINE: %{edit} = 's/arith.divf .gate, .beta/arith.mulf ~quarter, ~gate/'
// RUN: %{raised}
// A bound of the other sign: tanh is odd.
// REDEFINE: %{edit} = 's/dense<25.0>/dense<-25.0>/'
// RUN: %{raised}
// The largest magnitude starts below all.
// REDEFINE: %{edit} = 's/.init = arith.constant dense<0.0>/~init = arith.constant dense<-1.0>/'
// RUN: %{raised}

// The scale is 0 in a row of zeros: its users see the plain one.
// REDEFINE: %{edit} = 's/return .y, .scale /return ~y, ~scale0 /'
// REDEFINE: %{prefix} = ZERO
// RUN: %{raised}
// ZERO: quant.dequant_situ_quant %{{.+}} {quantir.policy = #quantir.policy<rounding = nearest_even, scaling = divide, dynamic_scale = divide, zero_row_scale = 0>}

// No guard, and no code for NaN.
// REDEFINE: %{edit} = 's/select .test, .ones/select ~test, ~scale0/; s/arith.maxnumf/arith.maximumf/; s/arith.minnumf/arith.minimumf/; s/ins(.scale :/ins(~scale0 :/; s/return .y, .scale /return ~y, ~scale0 /'
// RUN: %{raised}
// REDEFINE: %{edit} = 's/arith.maxnumf/arith.maximumf/; s/.q3 = arith.minnumf .q2, .hi :/~c1 = arith.cmpf ogt, ~q2, ~hi : tensor<3x4xf32> ~q3 = arith.select ~c1, ~hi, ~q2 : tensor<3x4xi1>,/; s/ins(.scale :/ins(~scale0 :/; s/return .y, .scale /return ~y, ~scale0 /'
// RUN: %{raised}

// Roundings.
// REDEFINE: %{edit} = 's/math.roundeven/math.round/'
// REDEFINE: %{prefix} = AWAY
// RUN: %{raised}
// AWAY: #quantir.policy<rounding = nearest_away,
// REDEFINE: %{edit} = 's/math.roundeven/math.trunc/'
// REDEFINE: %{prefix} = TRUNC
// RUN: %{raised}
// TRUNC: #quantir.policy<rounding = toward_zero,
// REDEFINE: %{edit} = 's/math.roundeven/math.floor/'
// REDEFINE: %{prefix} = DOWN
// RUN: %{raised}
// DOWN: #quantir.policy<rounding = down,
// REDEFINE: %{edit} = 's/math.roundeven/math.ceil/'
// REDEFINE: %{prefix} = UP
// RUN: %{raised}
// UP: #quantir.policy<rounding = up,

// Reciprocals of the scale.
// REDEFINE: %{edit} = 's/.q0 = arith.divf .s, .scale4/~r = arith.divf ~one, ~scale4 : tensor<3x4xf32> ~q0 = arith.mulf ~r, ~s/'
// REDEFINE: %{prefix} = RECIPROCAL
// RUN: %{raised}
// RECIPROCAL: scaling = reciprocal, dynamic_scale = divide, zero_row_scale = 1>
// REDEFINE: %{edit} = 's/.scale0 = arith.divf .amax, .c127/~scale0 = arith.mulf ~amax, ~inv127/'
// REDEFINE: %{prefix} = MULTIPLY
// RUN: %{raised}
// MULTIPLY: scaling = divide, dynamic_scale = multiply, zero_row_scale = 1>

// The sigmoid in f64, rounded to f32, as tanh may be. With a tanh in f32 beside it,
// the policy doesn't ask for accurate functions.
// REDEFINE: %{edit} = 's/.s0 = arith.negf .*/~gw = arith.extf ~gate : tensor<3x4xf32> to tensor<3x4xf64> ~w0 = arith.negf ~gw : tensor<3x4xf64> ~w1 = math.exp ~w0 : tensor<3x4xf64> ~w2 = arith.addf ~onew, ~w1 : tensor<3x4xf64> ~w3 = arith.divf ~onew, ~w2 : tensor<3x4xf64> ~sig = arith.truncf ~w3 : tensor<3x4xf64> to tensor<3x4xf32>/; /.s1 = math.exp/d; /.s2 = arith.addf/d; /.sig = arith.divf/d'
// REDEFINE: %{prefix} = WIDE
// RUN: %{raised}
// WIDE: scaling = divide, dynamic_scale = divide

func.func @f(%x: tensor<3x8xbf16>) -> (tensor<3x4xi8>, tensor<3xf32>) {
  %beta = arith.constant dense<4.0> : tensor<3x4xf32>
  %quarter = arith.constant dense<0.25> : tensor<3x4xf32>
  %two = arith.constant dense<2.0> : tensor<3x4xf32>
  %minus = arith.constant dense<-1.0> : tensor<3x4xf32>
  %zero4 = arith.constant dense<0.0> : tensor<3x4xf32>
  %lb = arith.constant dense<25.0> : tensor<3x4xf32>
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %onew = arith.constant dense<1.0> : tensor<3x4xf64>
  %zero = arith.constant dense<0.0> : tensor<3xf32>
  %ones = arith.constant dense<1.0> : tensor<3xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %d = arith.extf %x : tensor<3x8xbf16> to tensor<3x8xf32>
  %gate = tensor.extract_slice %d[0, 0] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %up = tensor.extract_slice %d[0, 4] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %g0 = arith.divf %gate, %beta : tensor<3x4xf32>
  %g1 = math.tanh %g0 : tensor<3x4xf32>
  %g2 = arith.mulf %g1, %beta : tensor<3x4xf32>
  %s0 = arith.negf %gate : tensor<3x4xf32>
  %s1 = math.exp %s0 : tensor<3x4xf32>
  %s2 = arith.addf %s1, %one : tensor<3x4xf32>
  %sig = arith.divf %one, %s2 : tensor<3x4xf32>
  %a = arith.mulf %g2, %sig : tensor<3x4xf32>
  %u0 = arith.divf %up, %lb : tensor<3x4xf32>
  %u1 = math.tanh %u0 : tensor<3x4xf32>
  %u2 = arith.mulf %u1, %lb : tensor<3x4xf32>
  %s = arith.mulf %a, %u2 : tensor<3x4xf32>
  %abs = math.absf %s : tensor<3x4xf32>
  %init = arith.constant dense<0.0> : tensor<3xf32>
  %amax = linalg.reduce {arith.maximumf} ins(%abs : tensor<3x4xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  %c127 = arith.constant dense<127.0> : tensor<3xf32>
  %inv127 = arith.constant dense<0x3C010204> : tensor<3xf32>
  %scale0 = arith.divf %amax, %c127 : tensor<3xf32>
  %test = arith.cmpf oeq, %scale0, %zero : tensor<3xf32>
  %scale = arith.select %test, %ones, %scale0 : tensor<3xi1>, tensor<3xf32>
  %scale4 = linalg.broadcast ins(%scale : tensor<3xf32>) outs(%e4 : tensor<3x4xf32>) dimensions = [1]
  %lo = arith.constant dense<-128.0> : tensor<3x4xf32>
  %hi = arith.constant dense<127.0> : tensor<3x4xf32>
  %q0 = arith.divf %s, %scale4 : tensor<3x4xf32>
  %q1 = math.roundeven %q0 : tensor<3x4xf32>
  %q2 = arith.maxnumf %q1, %lo : tensor<3x4xf32>
  %q3 = arith.minnumf %q2, %hi : tensor<3x4xf32>
  %y = arith.fptosi %q3 : tensor<3x4xf32> to tensor<3x4xi8>
  return %y, %scale : tensor<3x4xi8>, tensor<3xf32>
}
