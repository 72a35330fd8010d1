// A cast of each kind and the fused op, in functions that C can call.

!q = !quant.uniform<i8:f32, 0.037:3>
!p = !quant.uniform<i8:f32, 0.051:-4>
!accumulator = !quant.uniform<i32:f32, 0.0001147>
!last = !quant.uniform<i8:f32:1, {0.5, 0.25:3, 0.037:-7, 3.0}>
!blocks = !quant.uniform<i8:f32:{0:1, 1:8}, {{0.5, 0.25:3}, {0.037:-7, 3.0}}>

func.func @quantize(%x: tensor<?xf32>) -> tensor<?xi8>
    attributes {llvm.emit_c_interface} {
  %q = quant.qcast %x : tensor<?xf32> to tensor<?x!q>
  %s = quant.scast %q : tensor<?x!q> to tensor<?xi8>
  return %s : tensor<?xi8>
}

func.func @quantize_last(%x: tensor<16x4xf32>) -> tensor<16x4xi8>
    attributes {llvm.emit_c_interface} {
  %q = quant.qcast %x : tensor<16x4xf32> to tensor<16x4x!last>
  %s = quant.scast %q : tensor<16x4x!last> to tensor<16x4xi8>
  return %s : tensor<16x4xi8>
}

func.func @quantize_blocks(%x: tensor<2x16xf32>) -> tensor<2x16xi8>
    attributes {llvm.emit_c_interface} {
  %q = quant.qcast %x : tensor<2x16xf32> to tensor<2x16x!blocks>
  %s = quant.scast %q : tensor<2x16x!blocks> to tensor<2x16xi8>
  return %s : tensor<2x16xi8>
}

func.func @dequantize(%s: tensor<?xi8>) -> tensor<?xf32>
    attributes {llvm.emit_c_interface} {
  %q = quant.scast %s : tensor<?xi8> to tensor<?x!q>
  %x = quant.dcast %q : tensor<?x!q> to tensor<?xf32>
  return %x : tensor<?xf32>
}

func.func @requantize_i8(%s: tensor<?xi8>) -> tensor<?xi8>
    attributes {llvm.emit_c_interface} {
  %q = quant.scast %s : tensor<?xi8> to tensor<?x!p>
  %x = quant.dcast %q : tensor<?x!p> to tensor<?xf32>
  %r = quant.qcast %x : tensor<?xf32> to tensor<?x!q>
  %y = quant.scast %r : tensor<?x!q> to tensor<?xi8>
  return %y : tensor<?xi8>
}

func.func @requantize_i32(%s: tensor<?xi32>) -> tensor<?xi8>
    attributes {llvm.emit_c_interface} {
  %q = quant.scast %s : tensor<?xi32> to tensor<?x!accumulator>
  %x = quant.dcast %q : tensor<?x!accumulator> to tensor<?xf32>
  %r = quant.qcast %x : tensor<?xf32> to tensor<?x!q>
  %y = quant.scast %r : tensor<?x!q> to tensor<?xi8>
  return %y : tensor<?xi8>
}

func.func @fused(%x: tensor<?x128xbf16>) -> (tensor<?x64xi8>, tensor<?xf32>)
    attributes {llvm.emit_c_interface} {
  %y, %s = quant.dequant_situ_quant %x : tensor<?x128xbf16> -> tensor<?x64xi8>, tensor<?xf32>
  return %y, %s : tensor<?x64xi8>, tensor<?xf32>
}
