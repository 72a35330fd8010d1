// The unfused form of quant.dequant_situ_quant, written in ways that have little in
// common. raise-fused-ops-run.test runs all functions of this file, raised and not.

// RUN: quant-opt %s --quant-raise-fused-ops --canonicalize > %t
// RUN: FileCheck %s < %t
// Nothing is left of the parts, and there is nothing more to find.
// RUN: FileCheck %s --check-prefix=GONE < %t
// RUN: quant-opt %t --quant-raise-fused-ops | diff %t -
// GONE-NOT: math.
// GONE-NOT: linalg.
// GONE-NOT: arith.divf
// GONE-NOT: arith.fptosi

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#id1 = affine_map<(d0) -> (d0)>

// linalg.generic with a body for each part; any number of rows.
// CHECK-LABEL: @generics
// CHECK-SAME: (%[[X:.+]]: tensor<?x8xi32>, %[[WS:.+]]: tensor<8xf32>, %[[AS:.+]]: tensor<?xf32>)
// CHECK-NEXT: %[[Y:.+]], %[[S:.+]] = quant.dequant_situ_quant %[[X]] weight_scale(%[[WS]] : tensor<8xf32>) activation_scale(%[[AS]] : tensor<?xf32>)
// CHECK-SAME: {quantir.policy = #quantir.policy<rounding = nearest_even, scaling = divide, dynamic_scale = divide, zero_row_scale = 0>}
// CHECK-SAME: : tensor<?x8xi32> -> tensor<?x4xi8>, tensor<?xf32>
// CHECK-NEXT: return %[[Y]], %[[S]]
func.func @generics(%x: tensor<?x8xi32>, %ws: tensor<8xf32>, %as: tensor<?xf32>) -> (tensor<?x4xi8>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %t = tensor.dim %x, %c0 : tensor<?x8xi32>
  %e8 = tensor.empty(%t) : tensor<?x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #col, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %ws, %as : tensor<?x8xi32>, tensor<8xf32>, tensor<?xf32>) outs(%e8 : tensor<?x8xf32>) {
  ^bb0(%xi: i32, %w: f32, %a: f32, %o: f32):
    %0 = arith.sitofp %xi : i32 to f32
    %1 = arith.mulf %0, %w : f32
    %2 = arith.mulf %1, %a : f32
    linalg.yield %2 : f32
  } -> tensor<?x8xf32>
  %gate = tensor.extract_slice %d[0, 0] [%t, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
  %up = tensor.extract_slice %d[0, 4] [%t, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
  %e4 = tensor.empty(%t) : tensor<?x4xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : tensor<?x4xf32>, tensor<?x4xf32>) outs(%e4 : tensor<?x4xf32>) {
  ^bb0(%g: f32, %u: f32, %o: f32):
    %beta = arith.constant 4.0 : f32
    %lb = arith.constant 25.0 : f32
    %one = arith.constant 1.0 : f32
    %0 = arith.divf %g, %beta : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %beta, %1 : f32
    %3 = arith.negf %g : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %one, %4 : f32
    %6 = arith.divf %one, %5 : f32
    %7 = arith.mulf %2, %6 : f32
    %8 = arith.divf %u, %lb : f32
    %9 = math.tanh %8 : f32
    %10 = arith.mulf %lb, %9 : f32
    %11 = arith.mulf %7, %10 : f32
    linalg.yield %11 : f32
  } -> tensor<?x4xf32>
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty(%t) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %amax = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<?x4xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = math.absf %v : f32
    %1 = arith.maximumf %0, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %scale = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%amax : tensor<?xf32>) outs(%e1 : tensor<?xf32>) {
  ^bb0(%v: f32, %o: f32):
    %c127 = arith.constant 127.0 : f32
    %0 = arith.divf %v, %c127 : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %ey = tensor.empty(%t) : tensor<?x4xi8>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %scale : tensor<?x4xf32>, tensor<?xf32>) outs(%ey : tensor<?x4xi8>) {
  ^bb0(%v: f32, %sc: f32, %o: i8):
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %0 = arith.divf %v, %sc : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.maximumf %1, %lo : f32
    %3 = arith.minimumf %2, %hi : f32
    %4 = arith.fptosi %3 : f32 to i8
    linalg.yield %4 : i8
  } -> tensor<?x4xi8>
  return %y, %scale : tensor<?x4xi8>, tensor<?xf32>
}

// Named ops throughout, with broadcasts in memory; i8 with a bias. linalg.round
// rounds halves away from zero.
// CHECK-LABEL: @named_ops
// CHECK-SAME: (%[[X:.+]]: tensor<3x8xi8>, %[[WS:.+]]: tensor<8xf32>, %[[BIAS:.+]]: tensor<8xf32>)
// CHECK-NEXT: quant.dequant_situ_quant %[[X]] weight_scale(%[[WS]] : tensor<8xf32>) bias(%[[BIAS]] : tensor<8xf32>) {quantir.policy
// CHECK-SAME: rounding = nearest_away, scaling = divide, dynamic_scale = divide, zero_row_scale = 0
func.func @named_ops(%x: tensor<3x8xi8>, %ws: tensor<8xf32>, %bias: tensor<8xf32>) -> (tensor<3x4xi8>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %e8 = tensor.empty() : tensor<3x8xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %e1 = tensor.empty() : tensor<3xf32>
  %ws2 = linalg.broadcast ins(%ws : tensor<8xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [0]
  %bias2 = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [0]
  %f = linalg.map ins(%x : tensor<3x8xi8>) outs(%e8 : tensor<3x8xf32>)
    (%in: i8, %o: f32) {
      %0 = arith.sitofp %in : i8 to f32
      linalg.yield %0 : f32
    }
  %p = linalg.mul ins(%ws2, %f : tensor<3x8xf32>, tensor<3x8xf32>) outs(%e8 : tensor<3x8xf32>) -> tensor<3x8xf32>
  %d = linalg.add ins(%bias2, %p : tensor<3x8xf32>, tensor<3x8xf32>) outs(%e8 : tensor<3x8xf32>) -> tensor<3x8xf32>
  %gate = tensor.extract_slice %d[0, 0] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %up = tensor.extract_slice %d[0, 4] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %c4 = arith.constant 4.0 : f32
  %c25 = arith.constant 25.0 : f32
  %beta = linalg.fill ins(%c4 : f32) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %lb = linalg.fill ins(%c25 : f32) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %g0 = linalg.div ins(%gate, %beta : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %g1 = linalg.tanh ins(%g0 : tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %g2 = linalg.mul ins(%g1, %beta : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %n = linalg.negf ins(%gate : tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %ex = linalg.exp ins(%n : tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %den = linalg.add ins(%ex, %one : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %sig = linalg.div ins(%one, %den : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %a = linalg.mul ins(%sig, %g2 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %u0 = linalg.div ins(%up, %lb : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %u1 = linalg.tanh ins(%u0 : tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %u2 = linalg.mul ins(%lb, %u1 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %s = linalg.mul ins(%u2, %a : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %abs = linalg.abs ins(%s : tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %amax = linalg.reduce {arith.maximumf} ins(%abs : tensor<3x4xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  %c127 = arith.constant dense<127.0> : tensor<3xf32>
  %scale = linalg.div ins(%amax, %c127 : tensor<3xf32>, tensor<3xf32>) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %scale2 = linalg.broadcast ins(%scale : tensor<3xf32>) outs(%e4 : tensor<3x4xf32>) dimensions = [1]
  %q = linalg.div ins(%s, %scale2 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r = linalg.round ins(%q : tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %lo = arith.constant dense<-128.0> : tensor<3x4xf32>
  %hi = arith.constant dense<127.0> : tensor<3x4xf32>
  %r1 = linalg.min ins(%r, %hi : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r2 = linalg.max ins(%lo, %r1 : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %ey = tensor.empty() : tensor<3x4xi8>
  %y = linalg.map ins(%r2 : tensor<3x4xf32>) outs(%ey : tensor<3x4xi8>)
    (%in: f32, %o: i8) {
      %0 = arith.fptosi %in : f32 to i8
      linalg.yield %0 : i8
    }
  return %y, %scale : tensor<3x4xi8>, tensor<3xf32>
}

// arith and math on whole tensors; the sigmoid by tanh, and without a rounding op
// the conversion rounds toward zero.
// CHECK-LABEL: @whole_tensors
// CHECK-SAME: (%[[X:.+]]: tensor<3x8xbf16>)
// CHECK-NEXT: quant.dequant_situ_quant %[[X]] {quantir.policy
// CHECK-SAME: rounding = toward_zero, scaling = divide, dynamic_scale = divide, zero_row_scale = 0
// CHECK-SAME: tensor<3x8xbf16> -> tensor<3x4xi8>, tensor<3xf32>
func.func @whole_tensors(%x: tensor<3x8xbf16>) -> (tensor<3x4xi8>, tensor<3xf32>) {
  %c4 = arith.constant dense<4.0> : tensor<3x4xf32>
  %c25 = arith.constant dense<25.0> : tensor<3x4xf32>
  %half = arith.constant dense<0.5> : tensor<3x4xf32>
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %d = arith.extf %x : tensor<3x8xbf16> to tensor<3x8xf32>
  %gate = tensor.extract_slice %d[0, 0] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %up = tensor.extract_slice %d[0, 4] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %g0 = arith.divf %gate, %c4 : tensor<3x4xf32>
  %g1 = math.tanh %g0 : tensor<3x4xf32>
  %g2 = arith.mulf %g1, %c4 : tensor<3x4xf32>
  %s0 = arith.mulf %gate, %half : tensor<3x4xf32>
  %s1 = math.tanh %s0 : tensor<3x4xf32>
  %s2 = arith.addf %s1, %one : tensor<3x4xf32>
  %sig = arith.mulf %s2, %half : tensor<3x4xf32>
  %a = arith.mulf %g2, %sig : tensor<3x4xf32>
  %u0 = arith.divf %up, %c25 : tensor<3x4xf32>
  %u1 = math.tanh %u0 : tensor<3x4xf32>
  %u2 = arith.mulf %u1, %c25 : tensor<3x4xf32>
  %s = arith.mulf %a, %u2 : tensor<3x4xf32>
  %abs = math.absf %s : tensor<3x4xf32>
  %init = arith.constant dense<0xFF800000> : tensor<3xf32>
  %amax = linalg.reduce {arith.maxnumf} ins(%abs : tensor<3x4xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  %c127 = arith.constant dense<127.0> : tensor<3xf32>
  %scale = arith.divf %amax, %c127 : tensor<3xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %scale2 = linalg.broadcast ins(%scale : tensor<3xf32>) outs(%e4 : tensor<3x4xf32>) dimensions = [1]
  %lo = arith.constant dense<-128.0> : tensor<3x4xf32>
  %hi = arith.constant dense<127.0> : tensor<3x4xf32>
  %q0 = arith.divf %s, %scale2 : tensor<3x4xf32>
  %q1 = arith.maximumf %q0, %lo : tensor<3x4xf32>
  %q2 = arith.minimumf %q1, %hi : tensor<3x4xf32>
  %y = arith.fptosi %q2 : tensor<3x4xf32> to tensor<3x4xi8>
  return %y, %scale : tensor<3x4xi8>, tensor<3xf32>
}

// Kimi K3: its activation step by step, with its constants, and the dynamic
// quantization it goes with: scale = amax / 127, 1 where that is 0; then
// round(s / scale[:, None]).clamp(-128, 127).
// CHECK-LABEL: @kimi_k3
// CHECK-SAME: (%[[X:.+]]: tensor<?x6144xbf16>)
// CHECK-NEXT: %[[Y:.+]], %[[S:.+]] = quant.dequant_situ_quant %[[X]] {quantir.policy
// CHECK-SAME: rounding = nearest_even, scaling = divide, dynamic_scale = divide, zero_row_scale = 1
// CHECK-NEXT: return %[[Y]], %[[S]]
func.func @kimi_k3(%x: tensor<?x6144xbf16>) -> (tensor<?x3072xi8>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %t = tensor.dim %x, %c0 : tensor<?x6144xbf16>
  %e = tensor.empty(%t) : tensor<?x3072xf32>
  %e1 = tensor.empty(%t) : tensor<?xf32>
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  // gate, up = x.float().chunk(2, dim=-1)
  %gate0 = tensor.extract_slice %x[0, 0] [%t, 3072] [1, 1] : tensor<?x6144xbf16> to tensor<?x3072xbf16>
  %up0 = tensor.extract_slice %x[0, 3072] [%t, 3072] [1, 1] : tensor<?x6144xbf16> to tensor<?x3072xbf16>
  %gate = arith.extf %gate0 : tensor<?x3072xbf16> to tensor<?x3072xf32>
  %up = arith.extf %up0 : tensor<?x3072xbf16> to tensor<?x3072xf32>
  // gate = 4.0 * tanh(gate / 4.0) * sigmoid(gate)
  %beta = arith.constant 4.0 : f32
  %situ = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate : tensor<?x3072xf32>) outs(%e : tensor<?x3072xf32>) {
  ^bb0(%g: f32, %o: f32):
    %0 = arith.divf %g, %beta : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %1, %beta : f32
    %3 = arith.negf %g : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %4, %one : f32
    %6 = arith.divf %one, %5 : f32
    %7 = arith.mulf %2, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<?x3072xf32>
  // up = 25.0 * tanh(up / 25.0); s = gate * up
  %linear_beta = arith.constant 25.0 : f32
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%situ, %up : tensor<?x3072xf32>, tensor<?x3072xf32>) outs(%e : tensor<?x3072xf32>) {
  ^bb0(%a: f32, %u: f32, %o: f32):
    %0 = arith.divf %u, %linear_beta : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %1, %linear_beta : f32
    %3 = arith.mulf %a, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<?x3072xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %amax = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<?x3072xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = math.absf %v : f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %scale = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%amax : tensor<?xf32>) outs(%e1 : tensor<?xf32>) {
  ^bb0(%v: f32, %o: f32):
    %c127 = arith.constant 127.0 : f32
    %0 = arith.divf %v, %c127 : f32
    %1 = arith.cmpf oeq, %0, %zero : f32
    %2 = arith.select %1, %one, %0 : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  %ey = tensor.empty(%t) : tensor<?x3072xi8>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %scale : tensor<?x3072xf32>, tensor<?xf32>) outs(%ey : tensor<?x3072xi8>) {
  ^bb0(%v: f32, %sc: f32, %o: i8):
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %0 = arith.divf %v, %sc : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.maxnumf %1, %lo : f32
    %3 = arith.minnumf %2, %hi : f32
    %4 = arith.fptosi %3 : f32 to i32
    %5 = arith.trunci %4 : i32 to i8
    linalg.yield %5 : i8
  } -> tensor<?x3072xi8>
  return %y, %scale : tensor<?x3072xi8>, tensor<?xf32>
}

// The gate in the right half, `up` without a bound, beta 1 without its factors; f16;
// math.trunc before clamps by comparison; the quotient is 0 where the scale is.
// CHECK-LABEL: @gate_right
// CHECK-SAME: (%[[X:.+]]: tensor<3x8xf16>)
// CHECK-NEXT: quant.dequant_situ_quant %[[X]] {activate_left = false, beta = 1.000000e+00 : f32, linear_beta = 0.000000e+00 : f32, quantir.policy
// CHECK-SAME: rounding = toward_zero, scaling = divide, dynamic_scale = divide, zero_row_scale = 0
func.func @gate_right(%x: tensor<3x8xf16>) -> (tensor<3x4xi8>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %e1 = tensor.empty() : tensor<3xf32>
  %up = tensor.extract_slice %x[0, 0] [3, 4] [1, 1] : tensor<3x8xf16> to tensor<3x4xf16>
  %gate = tensor.extract_slice %x[0, 4] [3, 4] [1, 1] : tensor<3x8xf16> to tensor<3x4xf16>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : tensor<3x4xf16>, tensor<3x4xf16>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%gh: f16, %uh: f16, %o: f32):
    %half = arith.constant 0.5 : f32
    %g = arith.extf %gh : f16 to f32
    %u = arith.extf %uh : f16 to f32
    %0 = math.tanh %g : f32
    %1 = arith.mulf %g, %half : f32
    %2 = math.tanh %1 : f32
    %3 = arith.mulf %half, %2 : f32
    %4 = arith.addf %3, %half : f32
    %5 = arith.mulf %4, %0 : f32
    %6 = arith.mulf %u, %5 : f32
    linalg.yield %6 : f32
  } -> tensor<3x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %amax = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<3x4xf32>) outs(%init : tensor<3xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = math.absf %v : f32
    %1 = arith.maximumf %0, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<3xf32>
  %ey = tensor.empty() : tensor<3x4xi8>
  %y, %scale2 = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %amax : tensor<3x4xf32>, tensor<3xf32>) outs(%ey, %e : tensor<3x4xi8>, tensor<3x4xf32>) {
  ^bb0(%v: f32, %m: f32, %o: i8, %o2: f32):
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %scale = arith.divf %m, %hi : f32
    %quotient = arith.divf %v, %scale : f32
    %nonzero = arith.cmpf ogt, %scale, %zero : f32
    %0 = arith.select %nonzero, %quotient, %zero : f32
    %1 = math.trunc %0 : f32
    %2 = arith.cmpf ogt, %1, %lo : f32
    %3 = arith.select %2, %1, %lo : f32
    %4 = arith.cmpf ogt, %3, %hi : f32
    %5 = arith.select %4, %hi, %3 : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6, %scale : i8, f32
  } -> (tensor<3x4xi8>, tensor<3x4xf32>)
  %c127 = arith.constant dense<127.0> : tensor<3xf32>
  %scale = arith.divf %amax, %c127 : tensor<3xf32>
  return %y, %scale : tensor<3x4xi8>, tensor<3xf32>
}

// Static: one scale and one offset for all; the clamp on integers.
// CHECK-LABEL: @static_scalars
// CHECK-SAME: (%[[X:.+]]: tensor<2x3x8xi8>, %[[WS:.+]]: f32, %[[OFFSET:.+]]: tensor<1xf32>)
// CHECK-DAG: %[[QS:.+]] = arith.constant dense<5.000000e-02> : tensor<1xf32>
// CHECK-DAG: %[[WS1:.+]] = tensor.from_elements %[[WS]] : tensor<1xf32>
// CHECK: quant.dequant_situ_quant %[[X]] weight_scale(%[[WS1]] : tensor<1xf32>) quant_scale(%[[QS]] : tensor<1xf32>) quant_offset(%[[OFFSET]] : tensor<1xf32>)
// CHECK-SAME: {quant_type = "static", quantir.policy = #quantir.policy<rounding = nearest_even, scaling = divide>}
// CHECK-SAME: tensor<2x3x8xi8> -> tensor<2x3x4xi8>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @static_scalars(%x: tensor<2x3x8xi8>, %ws: f32, %offset: tensor<1xf32>) -> tensor<2x3x4xi8> {
  %e = tensor.empty() : tensor<2x3x8xf32>
  %d = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x3x8xi8>) outs(%e : tensor<2x3x8xf32>) {
  ^bb0(%xi: i8, %o: f32):
    %0 = arith.extsi %xi : i8 to i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %1, %ws : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x8xf32>
  %gate = tensor.extract_slice %d[0, 0, 0] [2, 3, 4] [1, 1, 1] : tensor<2x3x8xf32> to tensor<2x3x4xf32>
  %up = tensor.extract_slice %d[0, 0, 4] [2, 3, 4] [1, 1, 1] : tensor<2x3x8xf32> to tensor<2x3x4xf32>
  %c0 = arith.constant 0 : index
  %zero_point = tensor.extract %offset[%c0] : tensor<1xf32>
  %ey = tensor.empty() : tensor<2x3x4xi8>
  %y = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%gate, %up : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%ey : tensor<2x3x4xi8>) {
  ^bb0(%g: f32, %u: f32, %o: i8):
    // Multiplying by 1/4 is dividing by 4.
    %quarter = arith.constant 0.25 : f32
    %beta = arith.constant 4.0 : f32
    %lb = arith.constant 25.0 : f32
    %one = arith.constant 1.0 : f32
    %minus = arith.constant -1.0 : f32
    %qs = arith.constant 0.05 : f32
    %lo = arith.constant -128 : i32
    %hi = arith.constant 127 : i32
    %0 = arith.mulf %g, %quarter : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %beta, %1 : f32
    %3 = arith.mulf %g, %minus : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %one, %4 : f32
    %6 = arith.divf %one, %5 : f32
    %7 = arith.mulf %2, %6 : f32
    %8 = arith.divf %u, %lb : f32
    %9 = math.tanh %8 : f32
    %10 = arith.mulf %lb, %9 : f32
    %11 = arith.mulf %7, %10 : f32
    %12 = arith.divf %11, %qs : f32
    %13 = arith.addf %12, %zero_point : f32
    %14 = math.roundeven %13 : f32
    %15 = arith.fptosi %14 : f32 to i32
    %16 = arith.maxsi %15, %lo : i32
    %17 = arith.minsi %16, %hi : i32
    %18 = arith.trunci %17 : i32 to i8
    linalg.yield %18 : i8
  } -> tensor<2x3x4xi8>
  return %y : tensor<2x3x4xi8>
}

// Static: scales and offsets of the columns, the reciprocal of the scale computed
// once; rounding down.
// CHECK-LABEL: @static_columns
// CHECK-SAME: (%[[X:.+]]: tensor<?x8xi8>, %[[WS:.+]]: tensor<1x8xf32>, %[[QS:.+]]: tensor<4xf32>, %[[OFFSET:.+]]: tensor<1x4xf32>)
// CHECK-NEXT: quant.dequant_situ_quant %[[X]] weight_scale(%[[WS]] : tensor<1x8xf32>) quant_scale(%[[QS]] : tensor<4xf32>) quant_offset(%[[OFFSET]] : tensor<1x4xf32>)
// CHECK-SAME: {beta = 2.000000e+00 : f32, linear_beta = 0.000000e+00 : f32, quant_type = "static", quantir.policy = #quantir.policy<rounding = down, scaling = reciprocal>}
func.func @static_columns(%x: tensor<?x8xi8>, %ws: tensor<1x8xf32>, %qs: tensor<4xf32>, %offset: tensor<1x4xf32>) -> tensor<?x4xi8> {
  %c0 = arith.constant 0 : index
  %t = tensor.dim %x, %c0 : tensor<?x8xi8>
  %ones = arith.constant dense<1.0> : tensor<4xf32>
  %inv = arith.divf %ones, %qs : tensor<4xf32>
  // Each half by itself.
  %xg = tensor.extract_slice %x[0, 0] [%t, 4] [1, 1] : tensor<?x8xi8> to tensor<?x4xi8>
  %xu = tensor.extract_slice %x[0, 4] [%t, 4] [1, 1] : tensor<?x8xi8> to tensor<?x4xi8>
  %wg = tensor.extract_slice %ws[0, 0] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<4xf32>
  %wu = tensor.extract_slice %ws[0, 4] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<4xf32>
  %ey = tensor.empty(%t) : tensor<?x4xi8>
  %y = linalg.generic {
      indexing_maps = [#id, #id, #col, #col, #col, affine_map<(d0, d1) -> (0, d1)>, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%xg, %xu, %wg, %wu, %inv, %offset : tensor<?x4xi8>, tensor<?x4xi8>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1x4xf32>)
      outs(%ey : tensor<?x4xi8>) {
  ^bb0(%gi: i8, %ui: i8, %w0: f32, %w1: f32, %r: f32, %zp: f32, %o: i8):
    %beta = arith.constant 2.0 : f32
    %one = arith.constant 1.0 : f32
    %zero = arith.constant 0.0 : f32
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %gf = arith.sitofp %gi : i8 to f32
    %uf = arith.sitofp %ui : i8 to f32
    %g = arith.mulf %gf, %w0 : f32
    %u = arith.mulf %uf, %w1 : f32
    %0 = arith.divf %g, %beta : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %beta, %1 : f32
    %3 = arith.subf %zero, %g : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %one, %4 : f32
    %6 = arith.divf %one, %5 : f32
    %7 = arith.mulf %2, %6 : f32
    %8 = arith.mulf %7, %u : f32
    %9 = arith.mulf %8, %r : f32
    %10 = arith.addf %9, %zp : f32
    %11 = arith.maximumf %10, %lo : f32
    %12 = arith.minimumf %11, %hi : f32
    %13 = math.floor %12 : f32
    %14 = arith.fptosi %13 : f32 to i8
    linalg.yield %14 : i8
  } -> tensor<?x4xi8>
  return %y : tensor<?x4xi8>
}

// A smooth scale; rank 3; multiplications instead of divisions; the halves are an
// axis; the scales keep an axis of size 1; rounding up.
// CHECK-LABEL: @smooth
// CHECK-SAME: (%[[X:.+]]: tensor<2x3x8xi8>, %[[WS:.+]]: tensor<8xf32>, %[[SMOOTH:.+]]: tensor<4xf32>)
// CHECK-NEXT: %[[Y:.+]], %[[S:.+]] = quant.dequant_situ_quant %[[X]] weight_scale(%[[WS]] : tensor<8xf32>) quant_scale(%[[SMOOTH]] : tensor<4xf32>)
// CHECK-SAME: rounding = up, scaling = reciprocal, dynamic_scale = multiply, zero_row_scale = 0
// CHECK-NEXT: %[[S1:.+]] = tensor.expand_shape %[[S]] {{\[}}[0], [1, 2]] output_shape [2, 3, 1]
// CHECK-NEXT: return %[[Y]], %[[S1]]
func.func @smooth(%x: tensor<2x3x8xi8>, %ws: tensor<8xf32>, %smooth: tensor<4xf32>) -> (tensor<2x3x4xi8>, tensor<2x3x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x4xf32>
  %x2 = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [2, 3, 2, 4] : tensor<2x3x8xi8> into tensor<2x3x2x4xi8>
  %ws2 = tensor.expand_shape %ws [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %ed = tensor.empty() : tensor<2x3x2x4xf32>
  %d = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x2, %ws2 : tensor<2x3x2x4xi8>, tensor<2x4xf32>) outs(%ed : tensor<2x3x2x4xf32>) {
  ^bb0(%xi: i8, %w: f32, %o: f32):
    %0 = arith.sitofp %xi : i8 to f32
    %1 = arith.mulf %0, %w : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x2x4xf32>
  %gate = tensor.extract_slice %d[0, 0, 0, 0] [2, 3, 1, 4] [1, 1, 1, 1] : tensor<2x3x2x4xf32> to tensor<2x3x4xf32>
  %up1 = tensor.extract_slice %d[0, 0, 1, 0] [2, 3, 1, 4] [1, 1, 1, 1] : tensor<2x3x2x4xf32> to tensor<2x3x1x4xf32>
  %up = tensor.collapse_shape %up1 [[0], [1], [2, 3]] : tensor<2x3x1x4xf32> into tensor<2x3x4xf32>
  %s = linalg.generic {indexing_maps = [#id3, #id3, affine_map<(d0, d1, d2) -> (d2)>, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%gate, %up, %smooth : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4xf32>) outs(%e : tensor<2x3x4xf32>) {
  ^bb0(%g: f32, %u: f32, %m: f32, %o: f32):
    %beta = arith.constant 4.0 : f32
    %lb = arith.constant 25.0 : f32
    %one = arith.constant 1.0 : f32
    %0 = arith.divf %g, %beta : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %1, %beta : f32
    %3 = arith.negf %g : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %4, %one : f32
    %6 = arith.divf %one, %5 : f32
    %7 = arith.mulf %2, %6 : f32
    %8 = arith.divf %u, %lb : f32
    %9 = math.tanh %8 : f32
    %10 = arith.mulf %9, %lb : f32
    %11 = arith.mulf %7, %10 : f32
    %12 = arith.mulf %11, %m : f32
    linalg.yield %12 : f32
  } -> tensor<2x3x4xf32>
  %e1 = tensor.empty() : tensor<2x3x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %amax = linalg.generic {indexing_maps = [#id3, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x3x4xf32>) outs(%init : tensor<2x3x1xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = math.absf %v : f32
    %1 = arith.maximumf %0, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x1xf32>
  // f32(1 / 127)
  %c = arith.constant dense<0x3C010204> : tensor<2x3x1xf32>
  %scale = arith.mulf %amax, %c : tensor<2x3x1xf32>
  %one1 = arith.constant dense<1.0> : tensor<2x3x1xf32>
  %inv = arith.divf %one1, %scale : tensor<2x3x1xf32>
  %ey = tensor.empty() : tensor<2x3x4xi8>
  %y = linalg.generic {indexing_maps = [#id3, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %inv : tensor<2x3x4xf32>, tensor<2x3x1xf32>) outs(%ey : tensor<2x3x4xi8>) {
  ^bb0(%v: f32, %r: f32, %o: i8):
    %0 = arith.mulf %v, %r : f32
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %1 = math.ceil %0 : f32
    %2 = arith.minimumf %hi, %1 : f32
    %3 = arith.maximumf %lo, %2 : f32
    %4 = arith.fptosi %3 : f32 to i8
    linalg.yield %4 : i8
  } -> tensor<2x3x4xi8>
  return %y, %scale : tensor<2x3x4xi8>, tensor<2x3x1xf32>
}

// One body from x to s, without a tensor of dequantized values; the codes divide by
// a guarded scale of their own, and the plain one is returned. Scales and the bias
// have an axis of size 1.
// CHECK-LABEL: @one_body
// CHECK-SAME: (%[[X:.+]]: tensor<?x8xi32>, %[[WS:.+]]: tensor<1x8xf32>, %[[AS:.+]]: tensor<?x1xf32>, %[[BIAS:.+]]: tensor<1x8xf32>)
// CHECK-NEXT: quant.dequant_situ_quant %[[X]] weight_scale(%[[WS]] : tensor<1x8xf32>) activation_scale(%[[AS]] : tensor<?x1xf32>) bias(%[[BIAS]] : tensor<1x8xf32>) {quantir.policy
// CHECK-SAME: rounding = nearest_even, scaling = reciprocal, dynamic_scale = divide, zero_row_scale = 0
func.func @one_body(%x: tensor<?x8xi32>, %ws: tensor<1x8xf32>, %as: tensor<?x1xf32>, %bias: tensor<1x8xf32>) -> (tensor<?x4xi8>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c127 = arith.constant 127.0 : f32
  %t = tensor.dim %x, %c0 : tensor<?x8xi32>
  %xg = tensor.extract_slice %x[0, 0] [%t, 4] [1, 1] : tensor<?x8xi32> to tensor<?x4xi32>
  %xu = tensor.extract_slice %x[0, 4] [%t, 4] [1, 1] : tensor<?x8xi32> to tensor<?x4xi32>
  %wg = tensor.extract_slice %ws[0, 0] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<1x4xf32>
  %wu = tensor.extract_slice %ws[0, 4] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<1x4xf32>
  %bg = tensor.extract_slice %bias[0, 0] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<1x4xf32>
  %bu = tensor.extract_slice %bias[0, 4] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<1x4xf32>
  %e = tensor.empty(%t) : tensor<?x4xf32>
  %s = linalg.generic {indexing_maps = [
        #id, #id, affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (0, d1)>,
        affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%xg, %xu, %wg, %wu, %bg, %bu, %as : tensor<?x4xi32>, tensor<?x4xi32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<?x1xf32>)
      outs(%e : tensor<?x4xf32>) {
  ^bb0(%gi: i32, %ui: i32, %w0: f32, %w1: f32, %b0: f32, %b1: f32, %a: f32, %o: f32):
    %beta = arith.constant 4.0 : f32
    %lb = arith.constant 25.0 : f32
    %g0 = arith.sitofp %gi : i32 to f32
    %g1 = arith.mulf %w0, %g0 : f32
    %g2 = arith.mulf %a, %g1 : f32
    %g = arith.addf %b0, %g2 : f32
    %u0 = arith.sitofp %ui : i32 to f32
    %u1 = arith.mulf %u0, %w1 : f32
    %u2 = arith.mulf %u1, %a : f32
    %u = arith.addf %u2, %b1 : f32
    %1 = arith.divf %u, %lb : f32
    %2 = math.tanh %1 : f32
    %3 = arith.mulf %lb, %2 : f32
    %4 = arith.negf %g : f32
    %5 = math.exp %4 : f32
    %6 = arith.addf %one, %5 : f32
    %7 = arith.divf %one, %6 : f32
    %8 = arith.divf %g, %beta : f32
    %9 = math.tanh %8 : f32
    %10 = arith.mulf %9, %beta : f32
    %11 = arith.mulf %7, %10 : f32
    %12 = arith.mulf %3, %11 : f32
    linalg.yield %12 : f32
  } -> tensor<?x4xf32>
  %e1 = tensor.empty(%t) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %amax = linalg.reduce ins(%s : tensor<?x4xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
    (%v: f32, %acc: f32) {
      %0 = math.absf %v : f32
      %1 = arith.maximumf %0, %acc : f32
      linalg.yield %1 : f32
    }
  %ey = tensor.empty(%t) : tensor<?x4xi8>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %amax : tensor<?x4xf32>, tensor<?xf32>) outs(%ey : tensor<?x4xi8>) {
  ^bb0(%v: f32, %m: f32, %o: i8):
    %lo = arith.constant -128.0 : f32
    %sc = arith.divf %m, %c127 : f32
    %r = arith.divf %one, %sc : f32
    %is_zero = arith.cmpf oeq, %m, %zero : f32
    %factor = arith.select %is_zero, %zero, %r : f32
    %0 = arith.mulf %v, %factor : f32
    %1 = arith.maxnumf %0, %lo : f32
    %2 = arith.minnumf %1, %c127 : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.fptosi %3 : f32 to i8
    linalg.yield %4 : i8
  } -> tensor<?x4xi8>
  %scale = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%amax : tensor<?xf32>) outs(%e1 : tensor<?xf32>) {
  ^bb0(%m: f32, %o: f32):
    %0 = arith.divf %m, %c127 : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %y, %scale : tensor<?x4xi8>, tensor<?xf32>
}

// No size is known: H is half of what `x` has. No clamp: a conversion to i8 has no
// result beyond its bounds, and any will do.
// CHECK-LABEL: @dynamic_width
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xi8>, %[[WS:.+]]: tensor<?xf32>)
// CHECK: quant.dequant_situ_quant %[[X]] weight_scale(%[[WS]] : tensor<?xf32>)
// CHECK-SAME: tensor<?x?xi8> -> tensor<?x?xi8>, tensor<?xf32>
func.func @dynamic_width(%x: tensor<?x?xi8>, %ws: tensor<?xf32>) -> (tensor<?x?xi8>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %t = tensor.dim %x, %c0 : tensor<?x?xi8>
  %w = tensor.dim %x, %c1 : tensor<?x?xi8>
  %h = arith.divui %w, %c2 : index
  %ed = tensor.empty(%t, %w) : tensor<?x?xf32>
  %d = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %ws : tensor<?x?xi8>, tensor<?xf32>) outs(%ed : tensor<?x?xf32>) {
  ^bb0(%xi: i8, %wi: f32, %o: f32):
    %0 = arith.sitofp %xi : i8 to f32
    %1 = arith.mulf %0, %wi : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %gate = tensor.extract_slice %d[0, 0] [%t, %h] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %up = tensor.extract_slice %d[0, %h] [%t, %h] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %e = tensor.empty(%t, %h) : tensor<?x?xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%g: f32, %u: f32, %o: f32):
    %beta = arith.constant 4.0 : f32
    %lb = arith.constant 25.0 : f32
    %one = arith.constant 1.0 : f32
    %0 = arith.divf %g, %beta : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %beta, %1 : f32
    %3 = arith.negf %g : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %one, %4 : f32
    %6 = arith.divf %one, %5 : f32
    %7 = arith.mulf %2, %6 : f32
    %8 = arith.divf %u, %lb : f32
    %9 = math.tanh %8 : f32
    %10 = arith.mulf %lb, %9 : f32
    %11 = arith.mulf %7, %10 : f32
    linalg.yield %11 : f32
  } -> tensor<?x?xf32>
  %e1 = tensor.empty(%t) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %amax = linalg.reduce ins(%s : tensor<?x?xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
    (%v: f32, %acc: f32) {
      %0 = math.absf %v : f32
      %1 = arith.maxnumf %0, %acc : f32
      linalg.yield %1 : f32
    }
  %scale = linalg.map ins(%amax : tensor<?xf32>) outs(%e1 : tensor<?xf32>)
    (%m: f32, %o: f32) {
      %c127 = arith.constant 127.0 : f32
      %0 = arith.divf %m, %c127 : f32
      linalg.yield %0 : f32
    }
  %ey = tensor.empty(%t, %h) : tensor<?x?xi8>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %scale : tensor<?x?xf32>, tensor<?xf32>) outs(%ey : tensor<?x?xi8>) {
  ^bb0(%v: f32, %sc: f32, %o: i8):
    %0 = arith.divf %v, %sc : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.fptosi %1 : f32 to i8
    linalg.yield %2 : i8
  } -> tensor<?x?xi8>
  return %y, %scale : tensor<?x?xi8>, tensor<?xf32>
}

// The functions in f64, rounded once: what `math=accurate` computes.
// CHECK-LABEL: @wide_functions
// CHECK-SAME: (%[[X:.+]]: tensor<3x8xbf16>)
// CHECK-NEXT: quant.dequant_situ_quant %[[X]] {beta = 1.700000e+00 : f32, linear_beta = 7.000000e+00 : f32, quantir.policy
// CHECK-SAME: rounding = nearest_even, scaling = divide, math = accurate, dynamic_scale = divide, zero_row_scale = 1
func.func @wide_functions(%x: tensor<3x8xbf16>) -> (tensor<3x4xi8>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %one32 = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %gate = tensor.extract_slice %x[0, 0] [3, 4] [1, 1] : tensor<3x8xbf16> to tensor<3x4xbf16>
  %up = tensor.extract_slice %x[0, 4] [3, 4] [1, 1] : tensor<3x8xbf16> to tensor<3x4xbf16>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : tensor<3x4xbf16>, tensor<3x4xbf16>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%gh: bf16, %uh: bf16, %o: f32):
    %beta = arith.constant 1.7 : f32
    %lb = arith.constant 7.0 : f32
    %one = arith.constant 1.0 : f64
    %g = arith.extf %gh : bf16 to f32
    %u = arith.extf %uh : bf16 to f32
    %0 = arith.divf %g, %beta : f32
    %1 = arith.extf %0 : f32 to f64
    %2 = math.tanh %1 : f64
    %3 = arith.truncf %2 : f64 to f32
    %4 = arith.mulf %beta, %3 : f32
    %5 = arith.extf %g : f32 to f64
    %6 = arith.negf %5 : f64
    %7 = math.exp %6 : f64
    %8 = arith.addf %one, %7 : f64
    %9 = arith.divf %one, %8 : f64
    %10 = arith.truncf %9 : f64 to f32
    %11 = arith.mulf %4, %10 : f32
    %12 = arith.divf %u, %lb : f32
    %13 = arith.extf %12 : f32 to f64
    %14 = math.tanh %13 : f64
    %15 = arith.truncf %14 : f64 to f32
    %16 = arith.mulf %lb, %15 : f32
    %17 = arith.mulf %11, %16 : f32
    linalg.yield %17 : f32
  } -> tensor<3x4xf32>
  %e1 = tensor.empty() : tensor<3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %amax = linalg.reduce ins(%s : tensor<3x4xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
    (%v: f32, %acc: f32) {
      %0 = math.absf %v : f32
      %1 = arith.maximumf %0, %acc : f32
      linalg.yield %1 : f32
    }
  %c127 = arith.constant dense<127.0> : tensor<3xf32>
  %scale0 = arith.divf %amax, %c127 : tensor<3xf32>
  %zeros = arith.constant dense<0.0> : tensor<3xf32>
  %ones = arith.constant dense<1.0> : tensor<3xf32>
  %positive = arith.cmpf ogt, %amax, %zeros : tensor<3xf32>
  %scale = arith.select %positive, %scale0, %ones : tensor<3xi1>, tensor<3xf32>
  %ey = tensor.empty() : tensor<3x4xi8>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %scale : tensor<3x4xf32>, tensor<3xf32>) outs(%ey : tensor<3x4xi8>) {
  ^bb0(%v: f32, %sc: f32, %o: i8):
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %0 = arith.divf %v, %sc : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.maxnumf %1, %lo : f32
    %3 = arith.minnumf %2, %hi : f32
    %4 = arith.fptosi %3 : f32 to i8
    linalg.yield %4 : i8
  } -> tensor<3x4xi8>
  return %y, %scale : tensor<3x4xi8>, tensor<3xf32>
}

// Both scales are used, the plain one and the one that is 1 in a row of zeros: the
// latter is computed from the former as before. i32 without scales of weights.
// CHECK-LABEL: @both_scales
// CHECK-SAME: (%[[X:.+]]: tensor<3x8xi32>, %[[AS:.+]]: tensor<3xf32>)
// CHECK: %[[WS:.+]] = arith.constant dense<1.000000e+00> : tensor<1xf32>
// CHECK: %[[Y:.+]], %[[S:.+]] = quant.dequant_situ_quant %[[X]] weight_scale(%[[WS]] : tensor<1xf32>) activation_scale(%[[AS]] : tensor<3xf32>)
// CHECK-SAME: zero_row_scale = 0
// CHECK: %[[IS_ZERO:.+]] = arith.cmpf oeq, %[[S]]
// CHECK: %[[SAFE:.+]] = arith.select %[[IS_ZERO]], %{{.+}}, %[[S]]
// CHECK: return %[[Y]], %[[S]], %[[SAFE]]
func.func @both_scales(%x: tensor<3x8xi32>, %as: tensor<3xf32>) -> (tensor<3x4xi8>, tensor<3xf32>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %c4 = arith.constant dense<4.0> : tensor<3x4xf32>
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %e8 = tensor.empty() : tensor<3x8xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %f = arith.sitofp %x : tensor<3x8xi32> to tensor<3x8xf32>
  %as1 = tensor.expand_shape %as [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
  %as2 = tensor.collapse_shape %as1 [[0, 1]] : tensor<3x1xf32> into tensor<3xf32>
  %as8 = linalg.broadcast ins(%as2 : tensor<3xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [1]
  %d = arith.mulf %f, %as8 : tensor<3x8xf32>
  %gate = tensor.extract_slice %d[0, 0] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %up = tensor.extract_slice %d[0, 4] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %g0 = arith.divf %gate, %c4 : tensor<3x4xf32>
  %g1 = math.tanh %g0 : tensor<3x4xf32>
  %g2 = arith.mulf %g1, %c4 : tensor<3x4xf32>
  %s0 = arith.negf %gate : tensor<3x4xf32>
  %s1 = math.exp %s0 : tensor<3x4xf32>
  %s2 = arith.addf %s1, %one : tensor<3x4xf32>
  %sig = arith.divf %one, %s2 : tensor<3x4xf32>
  %a = arith.mulf %g2, %sig : tensor<3x4xf32>
  %s = arith.mulf %a, %up : tensor<3x4xf32>
  %abs = math.absf %s : tensor<3x4xf32>
  %init = arith.constant dense<0.0> : tensor<3xf32>
  %amax = linalg.reduce {arith.maximumf} ins(%abs : tensor<3x4xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  %c127 = arith.constant dense<127.0> : tensor<3xf32>
  %scale = arith.divf %amax, %c127 : tensor<3xf32>
  %zeros = arith.constant dense<0.0> : tensor<3xf32>
  %ones = arith.constant dense<1.0> : tensor<3xf32>
  %is_zero = arith.cmpf oeq, %scale, %zeros : tensor<3xf32>
  %safe = arith.select %is_zero, %ones, %scale : tensor<3xi1>, tensor<3xf32>
  %safe4 = linalg.broadcast ins(%safe : tensor<3xf32>) outs(%e4 : tensor<3x4xf32>) dimensions = [1]
  %q0 = arith.divf %s, %safe4 : tensor<3x4xf32>
  %q1 = math.roundeven %q0 : tensor<3x4xf32>
  %y = arith.fptosi %q1 : tensor<3x4xf32> to tensor<3x4xi8>
  return %y, %scale, %safe : tensor<3x4xi8>, tensor<3xf32>, tensor<3xf32>
}

// i32 with one scale for all rows; elements read by their positions in the body; clamps
// by comparisons that have a code for NaN.
// CHECK-LABEL: @scalar_scale
// CHECK-SAME: (%[[X:.+]]: tensor<?x8xi32>, %[[WS:.+]]: tensor<8xf32>, %[[AS:.+]]: f32)
// CHECK: %[[T:.+]] = tensor.dim %[[X]]
// CHECK: %[[ROWS:.+]] = tensor.splat %[[AS]][%[[T]]] : tensor<?xf32>
// CHECK: quant.dequant_situ_quant %[[X]] weight_scale(%[[WS]] : tensor<8xf32>) activation_scale(%[[ROWS]] : tensor<?xf32>)
// CHECK-SAME: zero_row_scale = 1
func.func @scalar_scale(%x: tensor<?x8xi32>, %ws: tensor<8xf32>, %as: f32) -> (tensor<?x4xi8>, tensor<?x1xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %c127 = arith.constant 127.0 : f32
  %t = tensor.dim %x, %c0 : tensor<?x8xi32>
  %e = tensor.empty(%t) : tensor<?x4xf32>
  %s = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<?x4xf32>) {
  ^bb0(%o: f32):
    %beta = arith.constant 4.0 : f32
    %lb = arith.constant 25.0 : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %c4, %j : index
    %gi = tensor.extract %x[%i, %j] : tensor<?x8xi32>
    %ui = tensor.extract %x[%i, %k] : tensor<?x8xi32>
    %wg = tensor.extract %ws[%j] : tensor<8xf32>
    %wu = tensor.extract %ws[%k] : tensor<8xf32>
    %gf = arith.sitofp %gi : i32 to f32
    %uf = arith.sitofp %ui : i32 to f32
    %gw = arith.mulf %gf, %wg : f32
    %uw = arith.mulf %uf, %wu : f32
    %g = arith.mulf %gw, %as : f32
    %u = arith.mulf %uw, %as : f32
    %0 = arith.divf %g, %beta : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %beta, %1 : f32
    %3 = arith.negf %g : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %one, %4 : f32
    %6 = arith.divf %one, %5 : f32
    %7 = arith.mulf %2, %6 : f32
    %8 = arith.divf %u, %lb : f32
    %9 = math.tanh %8 : f32
    %10 = arith.mulf %lb, %9 : f32
    %11 = arith.mulf %7, %10 : f32
    linalg.yield %11 : f32
  } -> tensor<?x4xf32>
  %e1 = tensor.empty(%t) : tensor<?x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x1xf32>) -> tensor<?x1xf32>
  %amax = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<?x4xf32>) outs(%init : tensor<?x1xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = math.absf %v : f32
    %1 = arith.maximumf %0, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<?x1xf32>
  %scale = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%amax : tensor<?x1xf32>) outs(%e1 : tensor<?x1xf32>) {
  ^bb0(%m: f32, %o: f32):
    %0 = arith.divf %m, %c127 : f32
    %1 = arith.cmpf une, %m, %zero : f32
    %2 = arith.select %1, %0, %one : f32
    linalg.yield %2 : f32
  } -> tensor<?x1xf32>
  %ey = tensor.empty(%t) : tensor<?x4xi8>
  %y = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0, 0)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %scale : tensor<?x4xf32>, tensor<?x1xf32>) outs(%ey : tensor<?x4xi8>) {
  ^bb0(%v: f32, %sc: f32, %o: i8):
    %lo = arith.constant -128.0 : f32
    %0 = arith.divf %v, %sc : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.cmpf ult, %1, %lo : f32
    %3 = arith.select %2, %lo, %1 : f32
    %4 = arith.cmpf ugt, %3, %c127 : f32
    %5 = arith.select %4, %c127, %3 : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<?x4xi8>
  return %y, %scale : tensor<?x4xi8>, tensor<?x1xf32>
}
