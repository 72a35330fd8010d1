// What else the pass meets: IR with nothing to raise, and unusual places with
// something. Nothing is changed without being raised.

// RUN: split-file %s %t
// RUN: quant-opt %t/untouched.mlir --split-input-file > %t/before
// RUN: quant-opt %t/untouched.mlir --split-input-file --quant-raise-fused-ops | diff %t/before -
// RUN: quant-opt %t/raised.mlir --quant-raise-fused-ops --canonicalize | FileCheck %t/raised.mlir
// What the lowering emits is loops over rows: that isn't raised.
// RUN: quant-opt %t/raised.mlir --quant-raise-fused-ops --quant-lower-fused-ops > %t/lowered
// RUN: quant-opt %t/lowered --quant-raise-fused-ops | diff %t/lowered -

//--- untouched.mlir
// Unranked tensors, rank 0, rank 1, buffers, vectors.
func.func @ranks(%u: tensor<*xi8>, %z: tensor<f32>, %o: tensor<8xf32>, %v: vector<2x4xf32>) -> (tensor<*xi8>, tensor<i8>, tensor<8xi8>, vector<2x4xi8>) {
  %0 = arith.maxsi %u, %u : tensor<*xi8>
  %1 = arith.fptosi %z : tensor<f32> to tensor<i8>
  %2 = arith.fptosi %o : tensor<8xf32> to tensor<8xi8>
  %3 = arith.fptosi %v : vector<2x4xf32> to vector<2x4xi8>
  return %0, %1, %2, %3 : tensor<*xi8>, tensor<i8>, tensor<8xi8>, vector<2x4xi8>
}
func.func @from_unranked(%u: tensor<*xf32>, %s: tensor<?x?xf32>) -> tensor<?x?xi8> {
  %c = tensor.cast %u : tensor<*xf32> to tensor<?x?xf32>
  %0 = arith.divf %c, %s : tensor<?x?xf32>
  %1 = arith.fptosi %0 : tensor<?x?xf32> to tensor<?x?xi8>
  return %1 : tensor<?x?xi8>
}
func.func @buffers(%x: memref<2x4xf32>, %y: memref<2x4xi8>) {
  linalg.map ins(%x : memref<2x4xf32>) outs(%y : memref<2x4xi8>)
    (%in: f32, %o: i8) {
      %0 = arith.fptosi %in : f32 to i8
      linalg.yield %0 : i8
    }
  return
}

// -----

// Constants of all kinds where numbers are looked for.
func.func @constants(%x: tensor<2x4xf32>) -> (tensor<2x4xi8>, tensor<2x4xi8>, tensor<2x4xi8>) {
  %dense = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]> : tensor<2x4xf32>
  %resource = arith.constant dense_resource<blob> : tensor<2x4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<2x4xf32>
  %0 = arith.divf %x, %dense : tensor<2x4xf32>
  %1 = arith.maximumf %0, %resource : tensor<2x4xf32>
  %2 = arith.fptosi %1 : tensor<2x4xf32> to tensor<2x4xi8>
  %3 = arith.mulf %x, %resource : tensor<2x4xf32>
  %4 = arith.fptosi %3 : tensor<2x4xf32> to tensor<2x4xi8>
  %5 = arith.divf %nan, %nan : tensor<2x4xf32>
  %6 = arith.fptosi %5 : tensor<2x4xf32> to tensor<2x4xi8>
  return %2, %4, %6 : tensor<2x4xi8>, tensor<2x4xi8>, tensor<2x4xi8>
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F"
    }
  }
#-}

// -----

// Constants wider than f64.
func.func @wide(%x: tensor<2x4xf128>) -> tensor<2x4xi8> {
  %c = arith.constant dense<127.0> : tensor<2x4xf128>
  %0 = arith.divf %x, %c : tensor<2x4xf128>
  %1 = arith.maximumf %0, %c : tensor<2x4xf128>
  %2 = arith.fptosi %1 : tensor<2x4xf128> to tensor<2x4xi8>
  return %2 : tensor<2x4xi8>
}

// -----

// Bodies with control flow, with positions, and with other bodies in them.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @bodies(%x: tensor<2x4xf32>, %c: i1) -> (tensor<2x4xi8>, tensor<2x4xi8>) {
  %e = tensor.empty() : tensor<2x4xi8>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xi8>) {
  ^bb0(%in: f32, %o: i8):
    %1 = scf.if %c -> f32 {
      %2 = math.roundeven %in : f32
      scf.yield %2 : f32
    } else {
      scf.yield %in : f32
    }
    %3 = arith.fptosi %1 : f32 to i8
    linalg.yield %3 : i8
  } -> tensor<2x4xi8>
  %4 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<2x4xi8>) {
  ^bb0(%o: i8):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %5 = tensor.extract %x[%i, %j] : tensor<2x4xf32>
    %6 = tensor.empty() : tensor<2x4xi8>
    %7 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
        outs(%6 : tensor<2x4xi8>) {
    ^bb0(%o2: i8):
      %8 = arith.divf %5, %5 : f32
      %9 = arith.fptosi %8 : f32 to i8
      linalg.yield %9 : i8
    } -> tensor<2x4xi8>
    %10 = tensor.extract %7[%i, %j] : tensor<2x4xi8>
    linalg.yield %10 : i8
  } -> tensor<2x4xi8>
  return %0, %4 : tensor<2x4xi8>, tensor<2x4xi8>
}

// -----

// Values that lead to themselves: the block can't be reached.
func.func @cycle() {
  return
^bb1:
  %0 = tensor.cast %1 : tensor<2x?xf32> to tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<2x?xf32>
  %2 = arith.fptosi %1 : tensor<2x?xf32> to tensor<2x?xi8>
  %3 = arith.divf %4, %5 : tensor<2x4xf32>
  %4 = arith.mulf %3, %3 : tensor<2x4xf32>
  %5 = arith.divf %5, %3 : tensor<2x4xf32>
  %6 = arith.fptosi %3 : tensor<2x4xf32> to tensor<2x4xi8>
  cf.br ^bb1
}

// -----

// Dynamic sizes of which nobody says that they belong together: `x` may be wider
// than two halves, and have more rows.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @unknown_sizes(%x: tensor<?x?xi8>, %ws: f32, %qs: f32, %t: index) -> tensor<?x4xi8> {
  %xg = tensor.extract_slice %x[0, 0] [%t, 4] [1, 1] : tensor<?x?xi8> to tensor<?x4xi8>
  %xu = tensor.extract_slice %x[0, 4] [%t, 4] [1, 1] : tensor<?x?xi8> to tensor<?x4xi8>
  %e = tensor.empty(%t) : tensor<?x4xi8>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%xg, %xu : tensor<?x4xi8>, tensor<?x4xi8>) outs(%e : tensor<?x4xi8>) {
  ^bb0(%gi: i8, %ui: i8, %o: i8):
    %one = arith.constant 1.0 : f32
    %gf = arith.sitofp %gi : i8 to f32
    %uf = arith.sitofp %ui : i8 to f32
    %g = arith.mulf %gf, %ws : f32
    %u = arith.mulf %uf, %ws : f32
    %0 = math.tanh %g : f32
    %1 = arith.negf %g : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.divf %one, %3 : f32
    %5 = arith.mulf %0, %4 : f32
    %6 = arith.mulf %5, %u : f32
    %7 = arith.divf %6, %qs : f32
    %8 = arith.fptosi %7 : f32 to i8
    linalg.yield %8 : i8
  } -> tensor<?x4xi8>
  return %y : tensor<?x4xi8>
}

//--- raised.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Rows from a place in a larger tensor on; in a loop; the halves of a row are single
// elements, as is the row.
// CHECK-LABEL: @tiles
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK: %[[X:.+]] = tensor.extract_slice %{{.+}}[%[[I]], 0] [1, 2] [1, 1]
// CHECK: %[[Y:.+]] = quant.dequant_situ_quant %[[X]] weight_scale(%{{.+}} : tensor<1xf32>) quant_scale(%{{.+}} : tensor<1xf32>)
// CHECK-SAME: beta = 1.000000e+00 : f32, linear_beta = 0.000000e+00 : f32, quant_type = "static", quantir.policy = #quantir.policy<rounding = toward_zero, scaling = divide>
// CHECK: tensor.insert_slice %[[Y]]
func.func @tiles(%x: tensor<7x2xi8>, %ws: tensor<f32>, %y: tensor<7x1xi8>) -> tensor<7x1xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %result = scf.for %i = %c0 to %c7 step %c1 iter_args(%out = %y) -> tensor<7x1xi8> {
    %row = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<7x2xi8> to tensor<1x2xi8>
    %xg = tensor.extract_slice %row[0, 0] [1, 1] [1, 1] : tensor<1x2xi8> to tensor<1x1xi8>
    %xu = tensor.extract_slice %row[0, 1] [1, 1] [1, 1] : tensor<1x2xi8> to tensor<1x1xi8>
    %e = tensor.empty() : tensor<1x1xi8>
    %codes = linalg.generic {indexing_maps = [#id, #id, affine_map<(d0, d1) -> ()>, #id], iterator_types = ["parallel", "parallel"]}
        ins(%xg, %xu, %ws : tensor<1x1xi8>, tensor<1x1xi8>, tensor<f32>) outs(%e : tensor<1x1xi8>) {
    ^bb0(%gi: i8, %ui: i8, %w: f32, %o: i8):
      %one = arith.constant 1.0 : f32
      %gf = arith.sitofp %gi : i8 to f32
      %uf = arith.sitofp %ui : i8 to f32
      %g = arith.mulf %gf, %w : f32
      %u = arith.mulf %uf, %w : f32
      %0 = math.tanh %g : f32
      %1 = arith.negf %g : f32
      %2 = math.exp %1 : f32
      %3 = arith.addf %2, %one : f32
      %4 = arith.divf %one, %3 : f32
      %5 = arith.mulf %0, %4 : f32
      %6 = arith.mulf %5, %u : f32
      %7 = arith.divf %6, %w : f32
      %8 = arith.fptosi %7 : f32 to i8
      linalg.yield %8 : i8
    } -> tensor<1x1xi8>
    %next = tensor.insert_slice %codes into %out[%i, 0] [1, 1] [1, 1] : tensor<1x1xi8> into tensor<7x1xi8>
    scf.yield %next : tensor<7x1xi8>
  }
  return %result : tensor<7x1xi8>
}

// Between the producer of `x` and the consumer of the codes, both of which stay; the
// policy around the op doesn't reach what the unfused form has fixed. The scale of
// the rows comes from computation that isn't looked at.
// CHECK-LABEL: @between_matmuls
// CHECK: %[[AS:.+]] = arith.divf
// CHECK: %[[ACC:.+]] = linalg.matmul
// CHECK: %[[Y:.+]], %[[S:.+]] = quant.dequant_situ_quant %[[ACC]] weight_scale(%{{.+}} : tensor<8xf32>) activation_scale(%[[AS]] : tensor<3xf32>)
// CHECK-SAME: rounding = nearest_even, scaling = divide, dynamic_scale = divide, zero_row_scale = 0
// CHECK: linalg.matmul ins(%[[Y]],
// CHECK: return %{{.+}}, %[[S]]
func.func @between_matmuls(%a: tensor<3x16xi8>, %b: tensor<16x8xi8>, %c: tensor<4x5xi8>, %ws: tensor<8xf32>, %amax_of_a: tensor<3xf32>) -> (tensor<3x5xi32>, tensor<3xf32>)
    attributes {quantir.policy = #quantir.policy<rounding = down, scaling = reciprocal, zero_row_scale = 1>} {
  %zero = arith.constant 0 : i32
  %fzero = arith.constant 0.0 : f32
  %c127 = arith.constant dense<127.0> : tensor<3xf32>
  %as = arith.divf %amax_of_a, %c127 : tensor<3xf32>
  %e = tensor.empty() : tensor<3x8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<3x8xi32>) -> tensor<3x8xi32>
  %acc = linalg.matmul ins(%a, %b : tensor<3x16xi8>, tensor<16x8xi8>) outs(%init : tensor<3x8xi32>) -> tensor<3x8xi32>
  %ed = tensor.empty() : tensor<3x8xf32>
  %d = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%acc, %ws, %as : tensor<3x8xi32>, tensor<8xf32>, tensor<3xf32>) outs(%ed : tensor<3x8xf32>) {
  ^bb0(%xi: i32, %w: f32, %s: f32, %o: f32):
    %0 = arith.sitofp %xi : i32 to f32
    %1 = arith.mulf %0, %w : f32
    %2 = arith.mulf %1, %s : f32
    linalg.yield %2 : f32
  } -> tensor<3x8xf32>
  %gate = tensor.extract_slice %d[0, 0] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %up = tensor.extract_slice %d[0, 4] [3, 4] [1, 1] : tensor<3x8xf32> to tensor<3x4xf32>
  %e4 = tensor.empty() : tensor<3x4xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e4 : tensor<3x4xf32>) {
  ^bb0(%g: f32, %u: f32, %o: f32):
    %beta = arith.constant 4.0 : f32
    %one = arith.constant 1.0 : f32
    %0 = arith.divf %g, %beta : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %beta, %1 : f32
    %3 = arith.negf %g : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %one, %4 : f32
    %6 = arith.divf %one, %5 : f32
    %7 = arith.mulf %2, %6 : f32
    %8 = arith.mulf %7, %u : f32
    linalg.yield %8 : f32
  } -> tensor<3x4xf32>
  %e1 = tensor.empty() : tensor<3xf32>
  %start = linalg.fill ins(%fzero : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %amax = linalg.reduce ins(%s : tensor<3x4xf32>) outs(%start : tensor<3xf32>) dimensions = [1]
    (%v: f32, %m: f32) {
      %0 = math.absf %v : f32
      %1 = arith.maximumf %0, %m : f32
      linalg.yield %1 : f32
    }
  %scale = arith.divf %amax, %c127 : tensor<3xf32>
  %ey = tensor.empty() : tensor<3x4xi8>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %scale : tensor<3x4xf32>, tensor<3xf32>) outs(%ey : tensor<3x4xi8>) {
  ^bb0(%v: f32, %sc: f32, %o: i8):
    %0 = arith.divf %v, %sc : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.fptosi %1 : f32 to i8
    linalg.yield %2 : i8
  } -> tensor<3x4xi8>
  %e5 = tensor.empty() : tensor<3x5xi32>
  %init5 = linalg.fill ins(%zero : i32) outs(%e5 : tensor<3x5xi32>) -> tensor<3x5xi32>
  %next = linalg.matmul ins(%y, %c : tensor<3x4xi8>, tensor<4x5xi8>) outs(%init5 : tensor<3x5xi32>) -> tensor<3x5xi32>
  return %next, %scale : tensor<3x5xi32>, tensor<3xf32>
}
