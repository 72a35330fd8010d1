// Each row quantized by its own largest value, which is known at run time only.
// The scale is divided by here; what rounds, clamps and places NaN is a cast of
// scale 1, under the policy like any other.
!codes = !quant.uniform<i8:f32, 1.0>
#element = affine_map<(column) -> (column)>
#scalar = affine_map<(column) -> ()>

func.func @dynamic_rows(%x: tensor<?x?xf32>) -> (tensor<?x?xi8>, tensor<?xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %no_codes = tensor.empty(%rows, %columns) : tensor<?x?xi8>
  %no_scales = tensor.empty(%rows) : tensor<?xf32>
  %y, %y_scale = scf.forall (%i) in (%rows)
      shared_outs(%all_codes = %no_codes, %all_scales = %no_scales)
      -> (tensor<?x?xi8>, tensor<?xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, %columns] [1, 1]
        : tensor<?x?xf32> to tensor<?xf32>
    // Without their sign floats have the order of their bits as integers, whose
    // maximum a compiler may take in any order.
    %zero_bits = arith.constant 0 : i32
    %cell = tensor.empty() : tensor<i32>
    %nothing = tensor.insert %zero_bits into %cell[] : tensor<i32>
    %largest = linalg.generic
        {indexing_maps = [#element, #scalar], iterator_types = ["reduction"]}
        ins(%row : tensor<?xf32>) outs(%nothing : tensor<i32>) {
    ^bb0(%in: f32, %largest_before: i32):
      %bits = arith.bitcast %in : f32 to i32
      %mask = arith.constant 0x7FFFFFFF : i32
      %magnitude = arith.andi %bits, %mask : i32
      %larger = arith.maxsi %largest_before, %magnitude : i32
      linalg.yield %larger : i32
    } -> tensor<i32>
    %absmax_bits = tensor.extract %largest[] : tensor<i32>
    %absmax = arith.bitcast %absmax_bits : i32 to f32
    %max_code = arith.constant 127.0 : f32
    %scale = arith.divf %absmax, %max_code : f32
    // A row of zeros: 0 / infinity.
    %zero = arith.constant 0.0 : f32
    %infinity = arith.constant 0x7F800000 : f32
    %is_zero = arith.cmpf oeq, %scale, %zero : f32
    %divisor = arith.select %is_zero, %infinity, %scale : f32
    %row_codes_before = tensor.extract_slice %all_codes[%i, 0] [1, %columns] [1, 1]
        : tensor<?x?xi8> to tensor<?xi8>
    %row_codes = linalg.generic
        {indexing_maps = [#element, #element], iterator_types = ["parallel"]}
        ins(%row : tensor<?xf32>) outs(%row_codes_before : tensor<?xi8>) {
    ^bb0(%in: f32, %code_before: i8):
      %quotient = arith.divf %in, %divisor : f32
      %quantized = quant.qcast %quotient : f32 to !codes
      %code = quant.scast %quantized : !codes to i8
      linalg.yield %code : i8
    } -> tensor<?xi8>
    %scale_before = tensor.extract_slice %all_scales[%i] [1] [1]
        : tensor<?xf32> to tensor<1xf32>
    %scale_of_row = tensor.insert %scale into %scale_before[%c0] : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row_codes into %all_codes[%i, 0] [1, %columns] [1, 1]
          : tensor<?xi8> into tensor<?x?xi8>
      tensor.parallel_insert_slice %scale_of_row into %all_scales[%i] [1] [1]
          : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %y, %y_scale : tensor<?x?xi8>, tensor<?xf32>
}
