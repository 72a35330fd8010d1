func.func @f(%x: f32) -> !quant.uniform<i8:f32, 0.5> {
  %q = quant.qcast %x : f32 to !quant.uniform<i8:f32, 0.5>
  return %q : !quant.uniform<i8:f32, 0.5>
}
