// RUN: quant-opt %s --quant-verify-target --split-input-file --verify-diagnostics
// RUN: not quant-opt %s --quant-verify-target=target=ascend-950 --split-input-file 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not quant-opt %s --quant-verify-target=target=atlas-a4 --split-input-file 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not quant-opt %s --quant-verify-target=rule=none --split-input-file 2>&1 | FileCheck %s --check-prefix=RULE

// PRODUCT: error: 'quant.dequant_situ_quant' op expected a target that has the op, one of atlas-a3, atlas-a2, but got ascend-950
// TARGET: error: quant-verify-target: expected target to be one of ascend-950, atlas-a3, atlas-a2, atlas-200i-500-a2, atlas-inference, atlas-training, but got 'atlas-a4'
// RULE: error: quant-verify-target: expected rule to be page or host, but got 'none'

// 4 + 8 / 40 + 4 * 4914 * 10 = 196564.2.
func.func @fits(%x: tensor<1x4914xi32>, %ws: tensor<1xf32>, %as: tensor<1xf32>) {
  %0:2 = quant.dequant_situ_quant %x weight_scale(%ws : tensor<1xf32>) activation_scale(%as : tensor<1xf32>)
      : tensor<1x4914xi32> -> tensor<1x2457xi8>, tensor<1xf32>
  return
}

// -----

// 4 * 6144 * 10 = 245760.
// Hint: `rule=host` checks what the host code of the op checks, which takes longer rows.
func.func @page_i32(%x: tensor<1x6144xi32>, %ws: tensor<1xf32>, %as: tensor<1xf32>) {
  // expected-error@+1 {{expected less than 196608 bytes by the page's formula, but got 245764.2 (weight_scale 4 + bias 0 + quant_scale 0 + quant_offset 0 + (activation_scale 4 + y_scale 4) / 40 + row of x 24576 * 10)}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%ws : tensor<1xf32>) activation_scale(%as : tensor<1xf32>)
      : tensor<1x6144xi32> -> tensor<1x3072xi8>, tensor<1xf32>
  return
}

// -----

// 2^62 elements of 4 bytes, which is 0 in 64 bits.
func.func @page_uncountable(%x: tensor<1x4611686018427387904xi32>, %ws: tensor<1xf32>, %as: tensor<1xf32>) {
  // expected-error@+1 {{expected less than 196608 bytes by the page's formula, but got at least 2814749767106564.2 (weight_scale 4 + bias 0 + quant_scale 0 + quant_offset 0 + (activation_scale 4 + y_scale 4) / 40 + row of x at least 281474976710656 * 10)}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%ws : tensor<1xf32>) activation_scale(%as : tensor<1xf32>)
      : tensor<1x4611686018427387904xi32> -> tensor<1x2305843009213693952xi8>, tensor<1xf32>
  return
}

// -----

// The limit itself is refused: 4 + 4 + 19660 * 10 = 196608.
func.func @page_i8(%x: tensor<2x19660xi8>, %one: tensor<1xf32>) {
  // expected-error@+1 {{expected less than 196608 bytes by the page's formula, but got 196608 (weight_scale 4 + bias 0 + quant_scale 4 + quant_offset 0 + (activation_scale 0 + y_scale 0) / 40 + row of x 19660 * 10)}}
  %0 = quant.dequant_situ_quant %x weight_scale(%one : tensor<1xf32>) quant_scale(%one : tensor<1xf32>)
      {quant_type = "static"} : tensor<2x19660xi8> -> tensor<2x9830xi8>
  return
}

// -----

// The next smaller row fits, with a bias and an offset.
func.func @page_i8_fits(%x: tensor<2x19658xi8>, %one: tensor<1xf32>) {
  %0 = quant.dequant_situ_quant %x weight_scale(%one : tensor<1xf32>) bias(%one : tensor<1xf32>)
      quant_scale(%one : tensor<1xf32>) quant_offset(%one : tensor<1xf32>)
      {quant_type = "static"} : tensor<2x19658xi8> -> tensor<2x9829xi8>
  return
}

// -----

// The rows count little, but they count.
func.func @page_rows(%x: tensor<20000x4900xi32>, %ws: tensor<1xf32>, %as: tensor<20000xf32>) {
  // expected-error@+1 {{but got 200004 (weight_scale 4 + bias 0 + quant_scale 0 + quant_offset 0 + (activation_scale 80000 + y_scale 80000) / 40 + row of x 19600 * 10)}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%ws : tensor<1xf32>) activation_scale(%as : tensor<20000xf32>)
      : tensor<20000x4900xi32> -> tensor<20000x2450xi8>, tensor<20000xf32>
  return
}

// -----

func.func @page_dynamic(%x: tensor<?x64xi32>, %ws: tensor<64xf32>, %as: tensor<?xf32>) {
  // expected-warning@+1 {{whether it takes less than 196608 bytes by the page's formula depends on dynamic sizes: it takes at least 2816 (weight_scale 256 + bias 0 + quant_scale 0 + quant_offset 0 + (activation_scale at least 0 + y_scale at least 0) / 40 + row of x 256 * 10)}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%ws : tensor<64xf32>) activation_scale(%as : tensor<?xf32>)
      : tensor<?x64xi32> -> tensor<?x32xi8>, tensor<?xf32>
  return
}
