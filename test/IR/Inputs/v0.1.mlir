// What v0.1.mlirbc holds: a type of each kind, the casts, a policy.

module attributes {quantir.policy = #quantir.policy<rounding = nearest_away, nan = zero>} {
  func.func @kinds(
      %a: !quant.uniform<i8<-100:100>:f32, 0.1:3>,
      %b: tensor<2x?x!quant.uniform<u4:f16:0, {0.5:15, 0.25}>>,
      %c: tensor<2x8x!quant.uniform<i16:bf16:{0:1, 1:4}, {{0.5, 0.25:-1}, {0.125, 1.0:7}}>>,
      %d: !quant.uniform<u64:f64, 1.0e-300:18446744073709551615>,
      %e: !quant.any<i8<-8:7>:f32>,
      %f: !quant.any<u8>,
      %g: !quant.calibrated<f32<-0.998:1.2321>>) {
    return
  }
  func.func @casts(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi8>) {
    %0 = quant.qcast %x : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32, 0.5:3>>
    %1 = quant.dcast %0 : tensor<*x!quant.uniform<i8:f32, 0.5:3>> to tensor<*xf32>
    %2 = quant.scast %0 : tensor<*x!quant.uniform<i8:f32, 0.5:3>> to tensor<*xi8>
    return %1, %2 : tensor<*xf32>, tensor<*xi8>
  }
}
