// RUN: quant-opt %s --verify-diagnostics --quant-lower-fused-ops

// More rows than can be counted, in more dimensions than become loops.
func.func @rows(%x: tensor<4611686018427387904x2x2x2x2x2x2x2x2x8xi8>, %w: tensor<8xf32>) {
  // expected-error@+1 {{expected x of more than 8 leading dimensions to have less than 2^63 rows}}
  %y, %s = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<4611686018427387904x2x2x2x2x2x2x2x2x8xi8> -> tensor<4611686018427387904x2x2x2x2x2x2x2x2x4xi8>, tensor<4611686018427387904x2x2x2x2x2x2x2x2xf32>
  return
}
