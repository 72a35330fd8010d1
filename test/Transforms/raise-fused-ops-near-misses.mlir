// What looks like the fused op and isn't. Each RUN line changes the function below
// in one place (with ~ for the % of a value), after which nothing may be raised or
// changed at all. (Dead code that a change leaves behind would keep the rest alive:
// it is removed first.)

// The function as it is: it is raised, so that every change below matters.
// RUN: quant-opt %s --quant-raise-fused-ops | FileCheck %s
// RUN: quant-opt %s --canonicalize --quant-raise-fused-ops | FileCheck %s
// CHECK: quant.dequant_situ_quant
// CHECK-NOT: math.

// Without a scale of the rows, which the op demands: it is 1.
// RUN: sed -e 's/arith.addf .d1, .bias8/arith.addf ~d0, ~bias8/' -e 's/~/%/g' %s | quant-opt --canonicalize --quant-raise-fused-ops | FileCheck %s --check-prefix ONES
// ONES: %[[AS:.+]] = arith.constant dense<1.000000e+00> : tensor<3xf32>
// ONES-NEXT: quant.dequant_situ_quant %{{.+}} weight_scale(%{{.+}} : tensor<8xf32>) activation_scale(%[[AS]] : tensor<3xf32>) bias(

// DEFINE: %{edit} =
// DEFINE: %{untouched} = sed -e %{edit} -e 's/~/%/g' %s > %t.mlir && \
// DEFINE:   quant-opt %t.mlir --canonicalize > %t.before && \
// DEFINE:   quant-opt %t.before --quant-raise-fused-ops | diff %t.before -

// Beta differs between the factor and the divisor: no beta gives that.
// REDEFINE: %{edit} = 's/arith.divf .gate, .beta /arith.divf ~gate, ~lb /'
// RUN: %{untouched}
// The same for `up`.
// REDEFINE: %{edit} = 's/arith.divf .up, .lb /arith.divf ~up, ~beta /'
// RUN: %{untouched}
// Gate and up are swapped in the sigmoid only.
// REDEFINE: %{edit} = 's/arith.negf .gate/arith.negf ~up/'
// RUN: %{untouched}
// The sigmoid is that of the bounded gate.
// REDEFINE: %{edit} = 's/arith.negf .gate/arith.negf ~g2/'
// RUN: %{untouched}
// The sigmoid is missing a sign.
// REDEFINE: %{edit} = 's/arith.negf .gate/math.absf ~gate/'
// RUN: %{untouched}
// The gate isn't bounded: that is SwiGLU.
// REDEFINE: %{edit} = 's/arith.mulf .g2, .sig/arith.mulf ~gate, ~sig/'
// RUN: %{untouched}
// The gate is bounded twice.
// REDEFINE: %{edit} = 's/arith.mulf .g2, .sig/arith.mulf ~g2, ~g2/'
// RUN: %{untouched}
// The sigmoid multiplies tanh before beta does: (beta * t) * s rounds otherwise
// than beta * (t * s), if only where numbers are subnormal.
// REDEFINE: %{edit} = 's/.a = arith.mulf .g2, .sig/~t = arith.mulf ~g1, ~sig : tensor<3x4xf32> ~a = arith.mulf ~t, ~beta/'
// RUN: %{untouched}
// `up` multiplies the bounded gate before the sigmoid does: other roundings.
// REDEFINE: %{edit} = 's/.a = arith.mulf .g2, .sig/~a = arith.mulf ~g2, ~u2/; s/.s = arith.mulf .a, .u2/~s = arith.mulf ~a, ~sig/'
// RUN: %{untouched}
// Multiplying by f32(1/25) isn't dividing by 25.
// REDEFINE: %{edit} = 's/.u0 = arith.divf .up, .lb /~u0 = arith.mulf ~up, ~lbinv /'
// RUN: %{untouched}
// The scale of the row multiplies before that of the column: other roundings.
// REDEFINE: %{edit} = 's/arith.mulf .f, .ws8/arith.mulf ~f, ~as8/; s/arith.mulf .d0, .as8/arith.mulf ~d0, ~ws8/'
// RUN: %{untouched}
// The scales multiply each other first: other roundings.
// REDEFINE: %{edit} = 's/arith.mulf .f, .ws8/arith.mulf ~as8, ~ws8/; s/arith.mulf .d0, .as8/arith.mulf ~d0, ~f/'
// RUN: %{untouched}
// The bias is added before the scale of the row.
// REDEFINE: %{edit} = 's/arith.mulf .d0, .as8/arith.addf ~d0, ~bias8/; s/arith.addf .d1, .bias8/arith.mulf ~d1, ~as8/'
// RUN: %{untouched}
// The largest magnitude is that of another tensor.
// REDEFINE: %{edit} = 's/math.absf .s /math.absf ~a /'
// RUN: %{untouched}
// It is the largest number, not the largest magnitude.
// REDEFINE: %{edit} = 's/ins(.abs : /ins(~s : /'
// RUN: %{untouched}
// It is that of a column.
// REDEFINE: %{edit} = 's/.amax = .* dimensions = .1./~i4 = arith.constant dense<0.0> : tensor<4xf32> ~c = linalg.reduce {arith.maximumf} ins(~abs : tensor<3x4xf32>) outs(~i4 : tensor<4xf32>) dimensions = [0] ~amax = tensor.extract_slice ~c[0] [3] [1] : tensor<4xf32> to tensor<3xf32>/'
// RUN: %{untouched}
// It is the sum of magnitudes.
// REDEFINE: %{edit} = 's/reduce {arith.maximumf}/reduce {arith.addf}/'
// RUN: %{untouched}
// It is at least 1e-5, so that no row has the scale 0.
// REDEFINE: %{edit} = 's/.init = arith.constant dense<0.0>/~init = arith.constant dense<1.0e-5>/'
// RUN: %{untouched}
// Another number of steps.
// REDEFINE: %{edit} = 's/.c127 = arith.constant dense<127.0>/~c127 = arith.constant dense<128.0>/'
// RUN: %{untouched}
// The inverse scale 127 / amax, which isn't the reciprocal of amax / 127.
// REDEFINE: %{edit} = 's/arith.divf .amax, .c127/arith.divf ~c127, ~amax/; s/arith.divf .s, .scale4/arith.mulf ~s, ~scale4/'
// RUN: %{untouched}
// A symmetric clamp: rounding down would show it, and no policy has it.
// REDEFINE: %{edit} = 's/.lo = arith.constant dense<-128.0>/~lo = arith.constant dense<-127.0>/'
// RUN: %{untouched}
// A clamp to u8.
// REDEFINE: %{edit} = 's/.lo = arith.constant dense<-128.0>/~lo = arith.constant dense<0.0>/'
// RUN: %{untouched}
// Codes of u8.
// REDEFINE: %{edit} = 's/arith.fptosi/arith.fptoui/'
// RUN: %{untouched}
// The clamp gives NaN a code, and a row of zeros is 0 / 0: codes of -128, not 0.
// REDEFINE: %{edit} = 's/arith.maximumf .q1/arith.maxnumf ~q1/'
// RUN: %{untouched}
// floor(x + 0.5) is no rounding of the policy: 0.49999997 + 0.5 is 1.
// REDEFINE: %{edit} = 's/.q1 = math.roundeven .q0/~qh = arith.addf ~q0, ~half : tensor<3x4xf32> ~q1 = math.floor ~qh/'
// RUN: %{untouched}
// Rounded twice: up from 0.5, then to even.
// REDEFINE: %{edit} = 's/.q1 = math.roundeven .q0/~qh = math.round ~q0 : tensor<3x4xf32> ~q1 = math.roundeven ~qh/'
// RUN: %{untouched}
// Conversion to i32, cut off without a clamp on the upper side: it wraps.
// REDEFINE: %{edit} = 's/.y = arith.fptosi .q3 : tensor<3x4xf32> to tensor<3x4xi8>/~yw = arith.fptosi ~q2 : tensor<3x4xf32> to tensor<3x4xi32> ~y = arith.trunci ~yw : tensor<3x4xi32> to tensor<3x4xi8>/'
// RUN: %{untouched}
// Fast-math flags promise nothing about bits: without them the op computes one of
// the results that they allow, but not the one that this code was compiled to.
// REDEFINE: %{edit} = 's/.s = arith.mulf .a, .u2/~s = arith.mulf ~a, ~u2 fastmath<reassoc>/'
// RUN: %{untouched}
// Two computations of one half: the halves overlap.
// REDEFINE: %{edit} = 's/extract_slice .d.0, 4/extract_slice ~d[0, 3/'
// RUN: %{untouched}
// Both are the same half.
// REDEFINE: %{edit} = 's/extract_slice .d.0, 4/extract_slice ~d[0, 0/'
// RUN: %{untouched}
// Gate and up alternate.
// REDEFINE: %{edit} = 's/.d.0, 0. .3, 4. .1, 1./~d[0, 0] [3, 4] [1, 2]/; s/.d.0, 4. .3, 4. .1, 1./~d[0, 1] [3, 4] [1, 2]/'
// RUN: %{untouched}
// A row of x is wider than two halves.
// REDEFINE: %{edit} = 's/3x8x/3x10x/g; s/tensor<8x/tensor<10x/g'
// RUN: %{untouched}
// Unsigned inputs.
// REDEFINE: %{edit} = 's/arith.sitofp/arith.uitofp/'
// RUN: %{untouched}
// The function returns the activation: it is needed all the same, and would be
// computed twice.
// REDEFINE: %{edit} = 's/return .y, .scale/return ~y, ~s, ~scale/; s/-> (tensor<3x4xi8>, /-> (tensor<3x4xi8>, tensor<3x4xf32>, /; s/: tensor<3x4xi8>, tensor<3xf32> .. end/: tensor<3x4xi8>, tensor<3x4xf32>, tensor<3xf32>/'
// RUN: %{untouched}
// It returns the dequantized values.
// REDEFINE: %{edit} = 's/return .y, .scale/return ~y, ~d, ~scale/; s/-> (tensor<3x4xi8>, /-> (tensor<3x4xi8>, tensor<3x8xf32>, /; s/: tensor<3x4xi8>, tensor<3xf32> .. end/: tensor<3x4xi8>, tensor<3x8xf32>, tensor<3xf32>/'
// RUN: %{untouched}
// It returns the largest magnitudes instead of the scales: the op doesn't have them.
// REDEFINE: %{edit} = 's/return .y, .scale/return ~y, ~amax/'
// RUN: %{untouched}
// Computed in f64.
// REDEFINE: %{edit} = 's/xf32/xf64/g'
// RUN: %{untouched}
// Computed in f16.
// REDEFINE: %{edit} = 's/xf32/xf16/g'
// RUN: %{untouched}
// A third scale.
// REDEFINE: %{edit} = 's/arith.addf .d1, .bias8/arith.mulf ~d1, ~bias8/'
// RUN: %{untouched}
// A smooth scale, which i32 can't have.
// REDEFINE: %{edit} = 's/.s = arith.mulf .a, .u2/~sm = arith.mulf ~a, ~u2 : tensor<3x4xf32> ~s = arith.mulf ~sm, ~half/'
// RUN: %{untouched}

func.func @f(%x: tensor<3x8xi32>, %ws: tensor<8xf32>, %as: tensor<3xf32>, %bias: tensor<8xf32>) -> (tensor<3x4xi8>, tensor<3xf32>) {
  %beta = arith.constant dense<4.0> : tensor<3x4xf32>
  %lb = arith.constant dense<25.0> : tensor<3x4xf32>
  %lbinv = arith.constant dense<0.04> : tensor<3x4xf32>
  %half = arith.constant dense<0.5> : tensor<3x4xf32>
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %e8 = tensor.empty() : tensor<3x8xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %f = arith.sitofp %x : tensor<3x8xi32> to tensor<3x8xf32>
  %ws8 = linalg.broadcast ins(%ws : tensor<8xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [0]
  %as8 = linalg.broadcast ins(%as : tensor<3xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [1]
  %bias8 = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [0]
  %d0 = arith.mulf %f, %ws8 : tensor<3x8xf32>
  %d1 = arith.mulf %d0, %as8 : tensor<3x8xf32>
  %d = arith.addf %d1, %bias8 : tensor<3x8xf32>
  %gate = tensor.extract_slice %d[0, 0] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %up = tensor.extract_slice %d[0, 4] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %u0 = arith.divf %up, %lb : tensor<3x4xf32>
  %u1 = math.tanh %u0 : tensor<3x4xf32>
  %u2 = arith.mulf %u1, %lb : tensor<3x4xf32>
  %g0 = arith.divf %gate, %beta : tensor<3x4xf32>
  %g1 = math.tanh %g0 : tensor<3x4xf32>
  %g2 = arith.mulf %g1, %beta : tensor<3x4xf32>
  %s0 = arith.negf %gate : tensor<3x4xf32>
  %s1 = math.exp %s0 : tensor<3x4xf32>
  %s2 = arith.addf %s1, %one : tensor<3x4xf32>
  %sig = arith.divf %one, %s2 : tensor<3x4xf32>
  %a = arith.mulf %g2, %sig : tensor<3x4xf32>
  %s = arith.mulf %a, %u2 : tensor<3x4xf32>
  %abs = math.absf %s : tensor<3x4xf32>
  %init = arith.constant dense<0.0> : tensor<3xf32>
  %amax = linalg.reduce {arith.maximumf} ins(%abs : tensor<3x4xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  %c127 = arith.constant dense<127.0> : tensor<3xf32>
  %scale = arith.divf %amax, %c127 : tensor<3xf32>
  %scale4 = linalg.broadcast ins(%scale : tensor<3xf32>) outs(%e4 : tensor<3x4xf32>) dimensions = [1]
  %lo = arith.constant dense<-128.0> : tensor<3x4xf32>
  %hi = arith.constant dense<127.0> : tensor<3x4xf32>
  %q0 = arith.divf %s, %scale4 : tensor<3x4xf32>
  %q1 = math.roundeven %q0 : tensor<3x4xf32>
  %q2 = arith.maximumf %q1, %lo : tensor<3x4xf32>
  %q3 = arith.minimumf %q2, %hi : tensor<3x4xf32>
  %y = arith.fptosi %q3 : tensor<3x4xf32> to tensor<3x4xi8>
  return %y, %scale : tensor<3x4xi8>, tensor<3xf32> // end
}
