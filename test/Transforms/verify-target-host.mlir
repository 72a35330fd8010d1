// RUN: quant-opt %s --quant-verify-target="target=atlas-a3 rule=host" --split-input-file --verify-diagnostics

// What the page's formula refuses: 6144 i32, and the largest rows.
func.func @fits(%a: tensor<1x6144xi32>, %b: tensor<1x11500xi32>, %c: tensor<1x9310xi32>, %d: tensor<1x15040xbf16>, %e: tensor<1x1000000xi8>, %one: tensor<1xf32>) {
  %0:2 = quant.dequant_situ_quant %a weight_scale(%one : tensor<1xf32>) activation_scale(%one : tensor<1xf32>)
      : tensor<1x6144xi32> -> tensor<1x3072xi8>, tensor<1xf32>
  %1:2 = quant.dequant_situ_quant %b weight_scale(%one : tensor<1xf32>) activation_scale(%one : tensor<1xf32>)
      : tensor<1x11500xi32> -> tensor<1x5750xi8>, tensor<1xf32>
  %2:2 = quant.dequant_situ_quant %c weight_scale(%one : tensor<1xf32>) activation_scale(%one : tensor<1xf32>) bias(%one : tensor<1xf32>)
      : tensor<1x9310xi32> -> tensor<1x4655xi8>, tensor<1xf32>
  %3:2 = quant.dequant_situ_quant %d : tensor<1x15040xbf16> -> tensor<1x7520xi8>, tensor<1xf32>
  %4:2 = quant.dequant_situ_quant %e weight_scale(%one : tensor<1xf32>) : tensor<1x1000000xi8> -> tensor<1x500000xi8>, tensor<1xf32>
  return
}

// -----

// Hint: split the rows.
func.func @i32(%x: tensor<1x11502xi32>, %one: tensor<1xf32>) {
  // expected-error@+1 {{expected rows of at most 11501 elements where x is of 'i32' and there is no bias, but got 11502}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%one : tensor<1xf32>) activation_scale(%one : tensor<1xf32>)
      : tensor<1x11502xi32> -> tensor<1x5751xi8>, tensor<1xf32>
  return
}

// -----

func.func @bias(%x: tensor<1x9312xi32>, %one: tensor<1xf32>) {
  // expected-error@+1 {{expected rows of at most 9310 elements where x is of 'i32' and there is a bias, but got 9312}}
  %0:2 = quant.dequant_situ_quant %x weight_scale(%one : tensor<1xf32>) activation_scale(%one : tensor<1xf32>) bias(%one : tensor<1xf32>)
      : tensor<1x9312xi32> -> tensor<1x4656xi8>, tensor<1xf32>
  return
}

// -----

func.func @bf16(%x: tensor<1x15042xbf16>) {
  // expected-error@+1 {{expected rows of at most 15040 elements where x is of 'bf16', but got 15042}}
  %0:2 = quant.dequant_situ_quant %x : tensor<1x15042xbf16> -> tensor<1x7521xi8>, tensor<1xf32>
  return
}

// -----

func.func @unknown(%x: tensor<1x?xf16>) {
  // expected-warning@+1 {{expected rows of at most 15040 elements where x is of 'f16', but their size is dynamic}}
  %0:2 = quant.dequant_situ_quant %x : tensor<1x?xf16> -> tensor<1x?xi8>, tensor<1xf32>
  return
}
