// RUN: quant-opt %s --split-input-file --verify-diagnostics

// At least one case for each labelled rule of quant.dequant_situ_quant;
// rule-labels.test checks that none is missing.

// dequant_situ_quant C1: x.
func.func @c1(%x: tensor<2x8xi16>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of 8-bit signless integer or 32-bit signless integer or bfloat16 type or 16-bit float values, but got 'tensor<2x8xi16>'}}
  %0:2 = quant.dequant_situ_quant %x : tensor<2x8xi16> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C1: unranked x.
func.func @c1(%x: tensor<*xi8>) {
  // expected-error@+1 {{expected builtin.tensor, but found 'tensor<*xi8>'}}
  %0:2 = quant.dequant_situ_quant %x : tensor<*xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C1: weight_scale.
func.func @c1(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>, %v: tensor<8xf16>) {
  // expected-error@+1 {{operand #1 must be 1D/2D tensor of 32-bit float values, but got 'tensor<8xf16>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%v : tensor<8xf16>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C1: group_index.
func.func @c1(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>, %g: tensor<1xi32>) {
  // expected-error@+1 {{operand #3 must be 1D tensor of 64-bit signless integer values, but got 'tensor<1xi32>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) activation_scale(%a : tensor<2xf32>) group_index(%g : tensor<1xi32>) : tensor<2x8xi32> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C1: y.
func.func @c1(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{result #0 must be ranked tensor of 8-bit signless integer values, but got 'tensor<2x4xi32>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<2x4xi32>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C2: x.
func.func @c2(%x: tensor<2x8xi8, "e">, %w: tensor<8xf32>) {
  // expected-error@+1 {{expected tensors without encoding, but got 'tensor<2x8xi8, "e">'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xi8, "e"> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C2: y.
func.func @c2(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected tensors without encoding, but got 'tensor<2x4xi8, "e">'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<2x4xi8, "e">, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C3.
func.func @c3(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected quant_type to be "static" or "dynamic", but got "both"}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) {quant_type = "both"} : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C4: zero.
func.func @c4(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected beta to be finite and not 0, but got 0}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) {beta = 0.0 : f32} : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C4: negative zero.
func.func @c4(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected beta to be finite and not 0, but got}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) {beta = -0.0 : f32} : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C4: infinite.
func.func @c4(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected beta to be finite and not 0, but got}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) {beta = 0x7F800000 : f32} : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C5.
func.func @c5(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected linear_beta to be finite, but got}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) {linear_beta = 0x7FC00000 : f32} : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C6: i32.
func.func @c6(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected quant_type to be "dynamic" where x is of 'i32', but got "static", which needs the quant_scale that only i8 may have}}
  %0 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) activation_scale(%a : tensor<2xf32>) quant_scale(%q : tensor<4xf32>) {quant_type = "static"} : tensor<2x8xi32> -> tensor<2x4xi8>
  return
}

// -----

// dequant_situ_quant C6: bf16.
func.func @c6(%x: tensor<2x8xbf16>) {
  // expected-error@+1 {{expected quant_type to be "dynamic" where x is of 'bf16', but got "static"}}
  %0 = quant.dequant_situ_quant %x {quant_type = "static"} : tensor<2x8xbf16> -> tensor<2x4xi8>
  return
}

// -----

// dequant_situ_quant C7: i8.
func.func @c7(%x: tensor<8xi8>, %w: tensor<8xf32>) {
  // expected-error@+1 {{expected x of 'i8' to have rank 2 or above, but got 1 in 'tensor<8xi8>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<8xi8> -> tensor<4xi8>, tensor<f32>
  return
}

// -----

// dequant_situ_quant C7: rank 0.
func.func @c7(%x: tensor<i8>, %w: tensor<8xf32>) {
  // expected-error@+1 {{expected x of 'i8' to have rank 2 or above, but got 0 in 'tensor<i8>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<i8> -> tensor<i8>, tensor<f32>
  return
}

// -----

// dequant_situ_quant C7: i32.
// Hint: collapse the leading dimensions by `tensor.collapse_shape`.
func.func @c7(%x: tensor<2x2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>) {
  // expected-error@+1 {{expected x of 'i32' to have rank 2, but got 3 in 'tensor<2x2x8xi32>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) activation_scale(%a : tensor<2xf32>) : tensor<2x2x8xi32> -> tensor<2x2x4xi8>, tensor<2x2xf32>
  return
}

// -----

// dequant_situ_quant C7: f16.
func.func @c7(%x: tensor<2x2x8xf16>) {
  // expected-error@+1 {{expected x of 'f16' to have rank 2, but got 3}}
  %0:2 = quant.dequant_situ_quant %x : tensor<2x2x8xf16> -> tensor<2x2x4xi8>, tensor<2x2xf32>
  return
}

// -----

// dequant_situ_quant C8.
// Hint: the two halves of the rows lie side by side in the last dimension.
func.func @c8(%x: tensor<2x7xi8>, %w: tensor<1xf32>) {
  // expected-error@+1 {{expected the last dimension of x to be even, but got 7 in 'tensor<2x7xi8>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<1xf32>) : tensor<2x7xi8> -> tensor<2x3xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C9: i8.
func.func @c9(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected weight_scale where x is of 'i8', but got none}}
  %0:2 = quant.dequant_situ_quant %x : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C9: i32.
func.func @c9(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>) {
  // expected-error@+1 {{expected weight_scale where x is of 'i32', but got none}}
  %0:2 = quant.dequant_situ_quant %x activation_scale(%a : tensor<2xf32>) : tensor<2x8xi32> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C9: bf16.
// Hint: in bf16 and f16 x has the numbers themselves, which need no scale.
func.func @c9(%x: tensor<2x8xbf16>, %w: tensor<8xf32>) {
  // expected-error@+1 {{expected no weight_scale where x is of 'bf16', but got one of 'tensor<8xf32>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xbf16> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C10: i32.
func.func @c10(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>) {
  // expected-error@+1 {{expected activation_scale where x is of 'i32', but got none}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xi32> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C10: i8.
func.func @c10(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>, %a: tensor<2xf32>) {
  // expected-error@+1 {{expected no activation_scale where x is of 'i8', but got one of 'tensor<2xf32>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) activation_scale(%a : tensor<2xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C10: bf16.
func.func @c10(%x: tensor<2x8xbf16>, %a: tensor<2xf32>) {
  // expected-error@+1 {{expected no activation_scale where x is of 'bf16'}}
  %0:2 = quant.dequant_situ_quant %x activation_scale(%a : tensor<2xf32>) : tensor<2x8xbf16> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C11.
func.func @c11(%x: tensor<2x8xbf16>, %b: tensor<8xf32>) {
  // expected-error@+1 {{expected no bias where x is of 'bf16', but got one of 'tensor<8xf32>'}}
  %0:2 = quant.dequant_situ_quant %x bias(%b : tensor<8xf32>) : tensor<2x8xbf16> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C12: i32.
func.func @c12(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected no quant_scale where x is of 'i32', but got one of 'tensor<4xf32>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) activation_scale(%a : tensor<2xf32>) quant_scale(%q : tensor<4xf32>) : tensor<2x8xi32> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C12: bf16.
func.func @c12(%x: tensor<2x8xbf16>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected no quant_scale where x is of 'bf16'}}
  %0:2 = quant.dequant_situ_quant %x quant_scale(%q : tensor<4xf32>) : tensor<2x8xbf16> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C12: static.
// Hint: static quantization takes its scale from quant_scale, dynamic computes one a row.
func.func @c12(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected quant_scale where quant_type is "static", but got none}}
  %0 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) {quant_type = "static"} : tensor<2x8xi8> -> tensor<2x4xi8>
  return
}

// -----

// dequant_situ_quant C13.
func.func @c13(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected no quant_offset where quant_type is "dynamic", but got one of 'tensor<4xf32>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) quant_scale(%q : tensor<4xf32>) quant_offset(%q : tensor<4xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C14: i8.
func.func @c14(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>, %g: tensor<1xi64>) {
  // expected-error@+1 {{expected no group_index where x is of 'i8', but got one of 'tensor<1xi64>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) group_index(%g : tensor<1xi64>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C14: bf16.
func.func @c14(%x: tensor<2x8xbf16>, %g: tensor<1xi64>) {
  // expected-error@+1 {{expected no group_index where x is of 'bf16'}}
  %0:2 = quant.dequant_situ_quant %x group_index(%g : tensor<1xi64>) : tensor<2x8xbf16> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C15.
func.func @c15(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>, %o: index) {
  // expected-error@+1 {{expected no row_offset where there is no group_index, but got one of 'index'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) activation_scale(%a : tensor<2xf32>) row_offset(%o : index) : tensor<2x8xi32> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C16: weight_scale.
func.func @c16(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{expected weight_scale to have the shape [1], [8] or [1,8], but got [4]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%v : tensor<4xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C16: rank 2.
func.func @c16(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>, %v: tensor<2x8xf32>) {
  // expected-error@+1 {{expected weight_scale to have the shape [1], [8] or [1,8], but got [2,8]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%v : tensor<2x8xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C16: bias.
func.func @c16(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>, %b: tensor<1x4xf32>) {
  // expected-error@+1 {{expected bias to have the shape [1], [8] or [1,8], but got [1,4]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) bias(%b : tensor<1x4xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C16: width from y.
func.func @c16(%x: tensor<2x?xi8>, %w: tensor<6xf32>) {
  // expected-error@+1 {{expected weight_scale to have the shape [1], [8] or [1,8], but got [6]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<6xf32>) : tensor<2x?xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C16: groups.
func.func @c16(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>, %g: tensor<3xi64>) {
  // expected-error@+1 {{expected weight_scale to have the shape [3,8] or [3,1], but got [8]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) activation_scale(%a : tensor<2xf32>) group_index(%g : tensor<3xi64>) : tensor<2x8xi32> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C16: bias of groups.
func.func @c16(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>, %g: tensor<3xi64>, %v: tensor<3x1xf32>, %b: tensor<2x8xf32>) {
  // expected-error@+1 {{expected bias to have the shape [3,8] or [3,1], but got [2,8]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%v : tensor<3x1xf32>) activation_scale(%a : tensor<2xf32>) bias(%b : tensor<2x8xf32>) group_index(%g : tensor<3xi64>) : tensor<2x8xi32> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C17.
func.func @c17(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>, %v: tensor<1xf32>) {
  // expected-error@+1 {{expected activation_scale to have the shape [2] or [2,1], but got [1]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) activation_scale(%v : tensor<1xf32>) : tensor<2x8xi32> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C17: rank 2.
func.func @c17(%x: tensor<2x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>, %v: tensor<1x2xf32>) {
  // expected-error@+1 {{expected activation_scale to have the shape [2] or [2,1], but got [1,2]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) activation_scale(%v : tensor<1x2xf32>) : tensor<2x8xi32> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C18: quant_scale.
func.func @c18(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected quant_scale to have the shape [1], [4] or [1,4], but got [8]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) quant_scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C18: quant_offset.
func.func @c18(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>, %v: tensor<4x1xf32>) {
  // expected-error@+1 {{expected quant_offset to have the shape [1], [4] or [1,4], but got [4,1]}}
  %0 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) quant_scale(%q : tensor<4xf32>) quant_offset(%v : tensor<4x1xf32>) {quant_type = "static"} : tensor<2x8xi8> -> tensor<2x4xi8>
  return
}

// -----

// dequant_situ_quant C19: columns.
func.func @c19(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected y to have the shape [2,4], but got [2,8]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<2x8xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C19: rows.
func.func @c19(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected y to have the shape [2,4], but got [3,4]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<3x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C19: no rank at all.
func.func @c19(%x: tensor<?x?xbf16>) {
  // expected-error@+1 {{expected y to have the shape [?,?], but got []}}
  %0:2 = quant.dequant_situ_quant %x : tensor<?x?xbf16> -> tensor<i8>, tensor<?xf32>
  return
}

// -----

// dequant_situ_quant C19: a row that is half of none.
func.func @c19(%x: tensor<?x?xbf16>) {
  // expected-error@+1 {{expected the last dimension of y to be at most 4611686018427387903, half of what x may have, but got 4611686018427387904}}
  %0:2 = quant.dequant_situ_quant %x : tensor<?x?xbf16> -> tensor<?x4611686018427387904xi8>, tensor<?xf32>
  return
}

// -----

// dequant_situ_quant C19: rank.
func.func @c19(%x: tensor<?x8xi8>, %w: tensor<8xf32>) {
  // expected-error@+1 {{expected y to have the shape [?,4], but got [?,1,4]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<?x8xi8> -> tensor<?x1x4xi8>, tensor<?xf32>
  return
}

// -----

// dequant_situ_quant C20: dynamic.
func.func @c20(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected y_scale where quant_type is "dynamic", but got none}}
  %0 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>
  return
}

// -----

// dequant_situ_quant C20: static.
func.func @c20(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected no y_scale where quant_type is "static", but got one of 'tensor<2xf32>'}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) quant_scale(%q : tensor<4xf32>) {quant_type = "static"} : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

// dequant_situ_quant C21.
func.func @c21(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected y_scale to have the shape [2], but got [3]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<3xf32>
  return
}

// -----

// dequant_situ_quant C21: rank.
func.func @c21(%x: tensor<2x8xi8>, %w: tensor<8xf32>, %q: tensor<4xf32>) {
  // expected-error@+1 {{expected y_scale to have the shape [2], but got [2,1]}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2x1xf32>
  return
}

// -----

func.func @unknown_operand(%x: tensor<2x8xi8>, %w: tensor<8xf32>) {
  // expected-error@+1 {{expected the name of an operand, one of weight_scale, activation_scale, bias, quant_scale, quant_offset, group_index, row_offset, but got 'scale'}}
  %0:2 = quant.dequant_situ_quant %x scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}

// -----

func.func @repeated_operand(%x: tensor<2x8xi8>, %w: tensor<8xf32>) {
  // expected-error@+1 {{expected each operand once, but got 'weight_scale' twice}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) weight_scale(%w : tensor<8xf32>) : tensor<2x8xi8> -> tensor<2x4xi8>, tensor<2xf32>
  return
}
