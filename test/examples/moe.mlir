// The tail of an expert's first layer: i32 accumulators of a matmul in, the i8
// operand of the next matmul and its scales out. Tokens are sorted by expert.
func.func @activate(%x: tensor<?x6144xi32>, %weight_scale: tensor<4x6144xf32>,
                    %activation_scale: tensor<?xf32>, %bias: tensor<4x6144xf32>,
                    %tokens_of_expert: tensor<4xi64>)
    -> (tensor<?x3072xi8>, tensor<?xf32>)
    attributes {llvm.emit_c_interface} {
  %y, %y_scale = quant.dequant_situ_quant %x
      weight_scale(%weight_scale : tensor<4x6144xf32>)
      activation_scale(%activation_scale : tensor<?xf32>)
      bias(%bias : tensor<4x6144xf32>)
      group_index(%tokens_of_expert : tensor<4xi64>)
      : tensor<?x6144xi32> -> tensor<?x3072xi8>, tensor<?xf32>
  return %y, %y_scale : tensor<?x3072xi8>, tensor<?xf32>
}
