// RUN: quant-opt %s -quant-strip-types -split-input-file -verify-diagnostics -allow-unregistered-dialect

!q = !quant.uniform<i8:f32, 2.0:10>

// An op that isn't known to move values only: what it does to quantized values
// is not what it does to integers.
// Hint: casts are lowered by `quant-lower-casts`; `transparent-ops` takes full names, or `other.*` for all of a dialect.
func.func @unknown_op(%a: !q) -> !q {
  // expected-error@+1 {{expected only ops that move quantized values, but got 'other.add' with !quant.uniform<i8:f32, 2.000000e+00:10>; lower it to integers first, or name it in transparent-ops if it means the same on the stored integers}}
  %0 = "other.add"(%a, %a) : (!q, !q) -> !q
  return %0 : !q
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

// The op counts wherever it has the type: in a result, ...
func.func @result() {
  // expected-error@+1 {{but got 'other.make' with tensor<4x!quant.uniform<i8:f32, 2.000000e+00:10>>}}
  %0 = "other.make"() : () -> tensor<4x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

// ... a block argument, ...
func.func @block_argument() {
  // expected-error@+1 {{but got 'other.region' with !quant.uniform<i8:f32, 2.000000e+00:10>}}
  "other.region"() ({
  ^bb0(%x: tuple<!q>):
    "other.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

// ... or an attribute.
func.func @attribute() {
  // expected-error@+1 {{but got 'other.typed' with !quant.uniform<i8:f32, 2.000000e+00:10>}}
  "other.typed"() {types = [i32, !q]} : () -> ()
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
#id = affine_map<(i) -> (i)>

// Inside the body of an op that moves values.
func.func @body(%t: tensor<4x!q>) -> tensor<4x!q> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%t : tensor<4x!q>) outs(%t : tensor<4x!q>) {
  ^bb0(%x: !q, %o: !q):
    // expected-error@+1 {{but got 'other.twice'}}
    %y = "other.twice"(%x) : (!q) -> !q
    linalg.yield %y : !q
  } -> tensor<4x!q>
  return %0 : tensor<4x!q>
}

// -----

// A conversion between two quantized types is something else than a storage
// cast.
func.func @conversion(%a: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{but got 'builtin.unrealized_conversion_cast'}}
  %0 = builtin.unrealized_conversion_cast %a : !quant.uniform<i8:f32, 2.0> to !quant.uniform<i8:f32, 4.0>
  return
}

// -----

func.func @conversion_to_float(%a: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{but got 'builtin.unrealized_conversion_cast'}}
  %0 = builtin.unrealized_conversion_cast %a : !quant.uniform<i8:f32, 2.0> to f32
  return
}

// -----

// Rules I1 to I6, wherever the type stands.

// expected-error@+1 {{'func.func' op has type !quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>: scalar types may not use per-axis quantization}}
func.func private @scalar(!quant.uniform<i8:f32:0, {1.0, 2.0}>)

// -----

// expected-error@+1 {{scalar types may not use sub-channel quantization}}
func.func private @in_tuple(tuple<f32, !quant.uniform<i8:f32:{0:1}, {1.0, 2.0}>>)

// -----

// expected-error@+1 {{expected axis 7 to be below rank 1}}
func.func private @axis(memref<3x!quant.uniform<i8:f32:7, {1.0, 2.0}>>)

// -----

// expected-error@+1 {{expected dimension 0 to have 2 elements, but got 3}}
func.func private @size(() -> tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>)

// -----

// expected-error@+1 {{tensor containing the sub-channel quantized type must be ranked}}
func.func private @unranked(tensor<*x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0}>>)

// -----

func.func @element(%t: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %i: index) {
  // expected-error@+1 {{'tensor.extract' op has type !quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>: scalar types may not use per-axis quantization}}
  %0 = tensor.extract %t[%i] : tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// expected-error@+1 {{'builtin.module' op has type !quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>}}
module attributes {test.type = !quant.uniform<i8:f32:0, {1.0, 2.0}>} {}

// -----

// No storage was chosen yet.
// Hint: replace !quant.calibrated by !quant.uniform before.

// expected-error@+1 {{has type tensor<4x!quant.calibrated<f32<-1.000000e+00:1.000000e+00>>>: expected a quantized type with an integer storage type}}
func.func private @calibrated(tensor<4x!quant.calibrated<f32<-1.0:1.0>>>)

// -----

// expected-error@+1 {{expected a quantized type with an integer storage type}}
func.func private @calibrated_in_tuple(tuple<f32, !quant.calibrated<f32<-1.0:1.0>>>)

// -----

// In a module ops may stand in any order.

// expected-error@+1 {{expected a cast of a value, but got one of its own result}}
%a = quant.scast %b : i8 to !quant.uniform<i8:f32, 0.5>
%b = quant.scast %a : !quant.uniform<i8:f32, 0.5> to i8

// -----

// A dense constant of a type unknown to MLIR's parser holds text.
// Hint: write `dense_resource<...>`, or a constant of integers and quant.scast.
func.func @text() {
  // expected-error@+1 {{expected the elements of a quantized constant in a resource, but got dense<["a", "b"]>}}
  %0 = arith.constant dense<["a", "b"]> : tensor<2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

// Ops whose verifiers don't compare element types may not change the quantization.
func.func @pack(%t: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %c: tensor<4x!quant.uniform<i8:f32, 0.25>>) {
  // expected-error@+1 {{but got 'linalg.pack' with tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>}}
  %0 = linalg.pack %c inner_dims_pos = [0] inner_tiles = [2] into %t : tensor<4x!quant.uniform<i8:f32, 0.25>> -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// Nor convert floats.
func.func @pack_floats(%t: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %c: tensor<4xf32>) {
  // expected-error@+1 {{but got 'linalg.pack' with tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>}}
  %0 = linalg.pack %c inner_dims_pos = [0] inner_tiles = [2] into %t : tensor<4xf32> -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @clone(%m: memref<4x!quant.uniform<i8:f32, 0.25>>) {
  // expected-error@+1 {{but got 'bufferization.clone' with memref<4x!quant.uniform<i8:f32, 2.500000e-01>>}}
  %0 = bufferization.clone %m : memref<4x!quant.uniform<i8:f32, 0.25>> to memref<4x!quant.uniform<i8:f32, 0.5>>
  return
}
