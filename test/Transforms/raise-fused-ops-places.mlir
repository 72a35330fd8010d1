// What belongs to the fused op and what only looks as if: parts of the scales, the
// largest magnitude of another tensor, types that have no static mode, ops in
// another block.
//
// RUN: quant-opt %s --split-input-file --quant-raise-fused-ops | FileCheck %s

// Some of the scales stay a slice of them.
// CHECK-LABEL: func.func @some_scales
// CHECK: %[[Y:.*]], %[[S:.*]] = quant.dequant_situ_quant
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[S]][0] [2] [1] : tensor<3xf32> to tensor<2xf32>
// CHECK: return %[[Y]], %[[PART]]
func.func @some_scales(%x: tensor<3x8xi8>, %ws: tensor<8xf32>) -> (tensor<3x4xi8>, tensor<2xf32>) {
  %beta = arith.constant dense<4.0> : tensor<3x4xf32>
  %lb = arith.constant dense<25.0> : tensor<3x4xf32>
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %e8 = tensor.empty() : tensor<3x8xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %f = arith.sitofp %x : tensor<3x8xi8> to tensor<3x8xf32>
  %ws8 = linalg.broadcast ins(%ws : tensor<8xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [0]
  %d = arith.mulf %f, %ws8 : tensor<3x8xf32>
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
  %sl = tensor.extract_slice %scale[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  return %y, %sl : tensor<3x4xi8>, tensor<2xf32>
}

// -----

// And so do more of them than there are rows.
// CHECK-LABEL: func.func @more_scales
// CHECK: %[[Y:.*]], %[[S:.*]] = quant.dequant_situ_quant
// CHECK: linalg.broadcast
// CHECK: return %[[Y]]
func.func @more_scales(%x: tensor<1x8xi8>, %ws: tensor<8xf32>) -> (tensor<1x4xi8>, tensor<5xf32>) {
  %beta = arith.constant dense<4.0> : tensor<1x4xf32>
  %lb = arith.constant dense<25.0> : tensor<1x4xf32>
  %one = arith.constant dense<1.0> : tensor<1x4xf32>
  %e8 = tensor.empty() : tensor<1x8xf32>
  %e4 = tensor.empty() : tensor<1x4xf32>
  %f = arith.sitofp %x : tensor<1x8xi8> to tensor<1x8xf32>
  %ws8 = linalg.broadcast ins(%ws : tensor<8xf32>) outs(%e8 : tensor<1x8xf32>) dimensions = [0]
  %d = arith.mulf %f, %ws8 : tensor<1x8xf32>
  %gate = tensor.extract_slice %d[0, 0] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<1x4xf32>
  %up = tensor.extract_slice %d[0, 4] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<1x4xf32>
  %u0 = arith.divf %up, %lb : tensor<1x4xf32>
  %u1 = math.tanh %u0 : tensor<1x4xf32>
  %u2 = arith.mulf %u1, %lb : tensor<1x4xf32>
  %g0 = arith.divf %gate, %beta : tensor<1x4xf32>
  %g1 = math.tanh %g0 : tensor<1x4xf32>
  %g2 = arith.mulf %g1, %beta : tensor<1x4xf32>
  %s0 = arith.negf %gate : tensor<1x4xf32>
  %s1 = math.exp %s0 : tensor<1x4xf32>
  %s2 = arith.addf %s1, %one : tensor<1x4xf32>
  %sig = arith.divf %one, %s2 : tensor<1x4xf32>
  %a = arith.mulf %g2, %sig : tensor<1x4xf32>
  %s = arith.mulf %a, %u2 : tensor<1x4xf32>
  %abs = math.absf %s : tensor<1x4xf32>
  %init = arith.constant dense<0.0> : tensor<1xf32>
  %amax = linalg.reduce {arith.maximumf} ins(%abs : tensor<1x4xf32>) outs(%init : tensor<1xf32>) dimensions = [1]
  %c127 = arith.constant dense<127.0> : tensor<1xf32>
  %scale = arith.divf %amax, %c127 : tensor<1xf32>
  %scale4 = linalg.broadcast ins(%scale : tensor<1xf32>) outs(%e4 : tensor<1x4xf32>) dimensions = [1]
  %lo = arith.constant dense<-128.0> : tensor<1x4xf32>
  %hi = arith.constant dense<127.0> : tensor<1x4xf32>
  %q0 = arith.divf %s, %scale4 : tensor<1x4xf32>
  %q1 = math.roundeven %q0 : tensor<1x4xf32>
  %q2 = arith.maximumf %q1, %lo : tensor<1x4xf32>
  %q3 = arith.minimumf %q2, %hi : tensor<1x4xf32>
  %y = arith.fptosi %q3 : tensor<1x4xf32> to tensor<1x4xi8>
  %e5 = tensor.empty() : tensor<5xf32>
 %c1 = tensor.collapse_shape %scale [] : tensor<1xf32> into tensor<f32>
 %sl = linalg.broadcast ins(%c1 : tensor<f32>) outs(%e5 : tensor<5xf32>) dimensions = [0]
 return %y, %sl : tensor<1x4xi8>, tensor<5xf32>
}

// -----

// One row, and the scale is that of another tensor: a static scale.
// CHECK-LABEL: func.func @scale_of_another
// CHECK: %[[AMAX:.*]] = linalg.reduce
// CHECK: %[[SCALE:.*]] = arith.divf %[[AMAX]],
// CHECK: %[[Y:.*]] = quant.dequant_situ_quant {{.*}} quant_scale(%[[SCALE]] : tensor<1xf32>) {quant_type = "static"
// CHECK: %[[E:.*]] = tensor.expand_shape %[[SCALE]]
// CHECK: return %[[Y]], %[[E]]
func.func @scale_of_another(%x: tensor<1x8xi8>, %ws: tensor<8xf32>, %cal: tensor<1x4xf32>) -> (tensor<1x4xi8>, tensor<1x1xf32>) {
  %beta = arith.constant dense<4.0> : tensor<1x4xf32>
  %lb = arith.constant dense<25.0> : tensor<1x4xf32>
  %one = arith.constant dense<1.0> : tensor<1x4xf32>
  %e8 = tensor.empty() : tensor<1x8xf32>
  %e4 = tensor.empty() : tensor<1x4xf32>
  %f = arith.sitofp %x : tensor<1x8xi8> to tensor<1x8xf32>
  %ws8 = linalg.broadcast ins(%ws : tensor<8xf32>) outs(%e8 : tensor<1x8xf32>) dimensions = [0]
  %d = arith.mulf %f, %ws8 : tensor<1x8xf32>
  %gate = tensor.extract_slice %d[0, 0] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<1x4xf32>
  %up = tensor.extract_slice %d[0, 4] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<1x4xf32>
  %u0 = arith.divf %up, %lb : tensor<1x4xf32>
  %u1 = math.tanh %u0 : tensor<1x4xf32>
  %u2 = arith.mulf %u1, %lb : tensor<1x4xf32>
  %g0 = arith.divf %gate, %beta : tensor<1x4xf32>
  %g1 = math.tanh %g0 : tensor<1x4xf32>
  %g2 = arith.mulf %g1, %beta : tensor<1x4xf32>
  %s0 = arith.negf %gate : tensor<1x4xf32>
  %s1 = math.exp %s0 : tensor<1x4xf32>
  %s2 = arith.addf %s1, %one : tensor<1x4xf32>
  %sig = arith.divf %one, %s2 : tensor<1x4xf32>
  %a = arith.mulf %g2, %sig : tensor<1x4xf32>
  %s = arith.mulf %a, %u2 : tensor<1x4xf32>
  %abs = math.absf %cal : tensor<1x4xf32>
  %init = arith.constant dense<0.0> : tensor<1xf32>
  %amax = linalg.reduce {arith.maximumf} ins(%abs : tensor<1x4xf32>) outs(%init : tensor<1xf32>) dimensions = [1]
  %c127 = arith.constant dense<127.0> : tensor<1xf32>
  %scale = arith.divf %amax, %c127 : tensor<1xf32>
  %scale4 = linalg.broadcast ins(%scale : tensor<1xf32>) outs(%e4 : tensor<1x4xf32>) dimensions = [1]
  %lo = arith.constant dense<-128.0> : tensor<1x4xf32>
  %hi = arith.constant dense<127.0> : tensor<1x4xf32>
  %q0 = arith.divf %s, %scale4 : tensor<1x4xf32>
  %q1 = math.roundeven %q0 : tensor<1x4xf32>
  %q2 = arith.maximumf %q1, %lo : tensor<1x4xf32>
  %q3 = arith.minimumf %q2, %hi : tensor<1x4xf32>
  %y = arith.fptosi %q3 : tensor<1x4xf32> to tensor<1x4xi8>
  %e = tensor.expand_shape %scale [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
 return %y, %e : tensor<1x4xi8>, tensor<1x1xf32>
}

// -----

// Only i8 has a static mode.
// CHECK-LABEL: func.func @static_bf16
// CHECK-NOT: quant.dequant_situ_quant
// CHECK: return
func.func @static_bf16(%x: tensor<3x8xbf16>, %ws: tensor<8xf32>, %qs: tensor<4xf32>) -> (tensor<3x4xi8>) {
  %beta = arith.constant dense<4.0> : tensor<3x4xf32>
  %lb = arith.constant dense<25.0> : tensor<3x4xf32>
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %e8 = tensor.empty() : tensor<3x8xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %f = arith.extf %x : tensor<3x8xbf16> to tensor<3x8xf32>
  %ws8 = linalg.broadcast ins(%ws : tensor<8xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [0]
  
  %gate = tensor.extract_slice %f[0, 0] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %up = tensor.extract_slice %f[0, 4] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
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
  %scale4 = linalg.broadcast ins(%qs : tensor<4xf32>) outs(%e4 : tensor<3x4xf32>) dimensions = [0]
  %lo = arith.constant dense<-128.0> : tensor<3x4xf32>
  %hi = arith.constant dense<127.0> : tensor<3x4xf32>
  %q0 = arith.divf %s, %scale4 : tensor<3x4xf32>
  %q1 = math.roundeven %q0 : tensor<3x4xf32>
  %q2 = arith.maximumf %q1, %lo : tensor<3x4xf32>
  %q3 = arith.minimumf %q2, %hi : tensor<3x4xf32>
  %y = arith.fptosi %q3 : tensor<3x4xf32> to tensor<3x4xi8>
  return %y : tensor<3x4xi8>
}

// -----

// CHECK-LABEL: func.func @static_i32
// CHECK-NOT: quant.dequant_situ_quant
// CHECK: return
func.func @static_i32(%x: tensor<3x8xi32>, %ws: tensor<8xf32>, %qs: tensor<4xf32>) -> (tensor<3x4xi8>) {
  %beta = arith.constant dense<4.0> : tensor<3x4xf32>
  %lb = arith.constant dense<25.0> : tensor<3x4xf32>
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %e8 = tensor.empty() : tensor<3x8xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %f = arith.sitofp %x : tensor<3x8xi32> to tensor<3x8xf32>
  %ws8 = linalg.broadcast ins(%ws : tensor<8xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [0]
  %d = arith.mulf %f, %ws8 : tensor<3x8xf32>
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
  %scale4 = linalg.broadcast ins(%qs : tensor<4xf32>) outs(%e4 : tensor<3x4xf32>) dimensions = [0]
  %lo = arith.constant dense<-128.0> : tensor<3x4xf32>
  %hi = arith.constant dense<127.0> : tensor<3x4xf32>
  %q0 = arith.divf %s, %scale4 : tensor<3x4xf32>
  %q1 = math.roundeven %q0 : tensor<3x4xf32>
  %q2 = arith.maximumf %q1, %lo : tensor<3x4xf32>
  %q3 = arith.minimumf %q2, %hi : tensor<3x4xf32>
  %y = arith.fptosi %q3 : tensor<3x4xf32> to tensor<3x4xi8>
  return %y : tensor<3x4xi8>
}

// -----

// Raised where the codes are, the activation would be computed in every round.
// CHECK-LABEL: func.func @codes_in_loop
// CHECK-NOT: quant.dequant_situ_quant
// CHECK: return
func.func @codes_in_loop(%x: tensor<3x8xi8>, %ws: tensor<8xf32>) -> (tensor<3x4xi8>, tensor<3x4xf32>, tensor<3xf32>) {
  %beta = arith.constant dense<4.0> : tensor<3x4xf32>
  %lb = arith.constant dense<25.0> : tensor<3x4xf32>
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %e8 = tensor.empty() : tensor<3x8xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %f = arith.sitofp %x : tensor<3x8xi8> to tensor<3x8xf32>
  %ws8 = linalg.broadcast ins(%ws : tensor<8xf32>) outs(%e8 : tensor<3x8xf32>) dimensions = [0]
  %d = arith.mulf %f, %ws8 : tensor<3x8xf32>
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
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %z = arith.constant dense<0> : tensor<3x4xi8>
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%acc = %z) -> tensor<3x4xi8> {
  %scale4 = linalg.broadcast ins(%scale : tensor<3xf32>) outs(%e4 : tensor<3x4xf32>) dimensions = [1]
  %lo = arith.constant dense<-128.0> : tensor<3x4xf32>
  %hi = arith.constant dense<127.0> : tensor<3x4xf32>
  %q0 = arith.divf %s, %scale4 : tensor<3x4xf32>
  %q1 = math.roundeven %q0 : tensor<3x4xf32>
  %q2 = arith.maximumf %q1, %lo : tensor<3x4xf32>
  %q3 = arith.minimumf %q2, %hi : tensor<3x4xf32>
  %y = arith.fptosi %q3 : tensor<3x4xf32> to tensor<3x4xi8>
    %m = arith.addi %acc, %y : tensor<3x4xi8>
    scf.yield %m : tensor<3x4xi8>
  }
  return %r, %s, %scale : tensor<3x4xi8>, tensor<3x4xf32>, tensor<3xf32>
}
