!q = !quant.uniform<i4:f32, 0.5:3>
func.func @f(%x: tensor<7xf32>) -> tensor<7x!q> {
  %q = quant.qcast %x : tensor<7xf32> to tensor<7x!q>
  return %q : tensor<7x!q>
}
