// RUN: quant-opt %s --quant-tabulate-bytes --split-input-file | FileCheck %s

#map = affine_map<(i) -> (i)>

// Twice the byte: 0, 2, ..., 126 | -128, ..., -2 | 0, ..., 126 | -128, ..., -2.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    target_features = #llvm.target_features<["+avx512bw", "+avx512vbmi"]>
// CHECK-DAG:     %[[LOW:.*]] = arith.constant dense<[0, 2, 4, 6, {{.*}}, 124, 126]> : vector<64xi8>
// CHECK-DAG:     %[[HIGH:.*]] = arith.constant dense<[-128, -126, {{.*}}, -2]> : vector<64xi8>
// CHECK:         %[[REST:.*]] = arith.remui %{{.*}}, %c64
// CHECK:         %[[END:.*]] = arith.subi %{{.*}}, %[[REST]]
// CHECK:         scf.for %[[I:.*]] = %c0{{.*}} to %[[END]] step %c64
// CHECK:           %[[X:.*]] = vector.load %{{.*}}[%[[I]]]
// CHECK:           llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.qi.512"(%{{.*}}, %[[X]], %{{.*}})
// CHECK:           llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.qi.512"(%{{.*}}, %[[X]], %{{.*}})
// CHECK:           %[[NEGATIVE:.*]] = arith.cmpi slt, %[[X]]
// CHECK:           %[[Y:.*]] = arith.select %[[NEGATIVE]]
// CHECK:           vector.store %[[Y]], %{{.*}}[%[[I]]]
// CHECK:         %[[MASK:.*]] = vector.create_mask %[[REST]] : vector<64xi1>
// CHECK:         vector.maskedload %{{.*}}[%[[END]]], %[[MASK]]
// CHECK:         vector.maskedstore %{{.*}}[%[[END]]], %[[MASK]]
// CHECK-NOT:     linalg.generic
func.func @twice(%x: memref<?xi8>, %y: memref<?xi8, strided<[1], offset: ?>>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8, strided<[1], offset: ?>>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.addi %in, %in : i8
    linalg.yield %0 : i8
  }
  return
}

// -----

// What was said about the function stays. An fma is rounded once: x * 0.1 less its
// rounded self is 0 only where the product is an f32, of 0 and powers of 2.
#map = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @fma(
// CHECK-SAME:    target_features = #llvm.target_features<["+avx512bw", "+avx512vbmi", "+aes"]>
// CHECK-DAG:     dense<[0, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1,
// CHECK-DAG:     dense<[0, 1, 1, {{[1, ]*}}, 1]>
func.func @fma(%x: memref<64xi8>, %y: memref<64xi8>)
    attributes {target_features = #llvm.target_features<["+aes", "+avx512bw"]>} {
  %tenth = arith.constant 0.1 : f32
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<64xi8>) outs(%y : memref<64xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.sitofp %in : i8 to f32
    %1 = arith.mulf %0, %tenth : f32
    %2 = arith.negf %1 : f32
    %3 = math.fma %0, %tenth, %2 : f32
    %4 = arith.cmpf une, %3, %zero : f32
    %5 = arith.extui %4 : i1 to i8
    linalg.yield %5 : i8
  }
  return
}

// -----

// What must stay as it is.
#map = affine_map<(i) -> (i)>
#map2 = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @stays(
// CHECK-NOT:   target_features
// CHECK-NOT:   vector.
func.func @stays(%x: memref<?xi8>, %y: memref<?xi8>, %wide: memref<?xi16>,
                 %short: memref<63xi8>, %strided: memref<?xi8, strided<[2]>>,
                 %rows: memref<?x?xi8>, %number: i8, %float: f32) {
  // Another width.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%wide : memref<?xi16>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i16, %out: i8):
    %0 = arith.trunci %in : i16 to i8
    linalg.yield %0 : i8
  }
  // Less than a register.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%short : memref<63xi8>) outs(%short : memref<63xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.addi %in, %in : i8
    linalg.yield %0 : i8
  }
  // Not one next to the other.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%strided : memref<?xi8, strided<[2]>>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.addi %in, %in : i8
    linalg.yield %0 : i8
  }
  // Two loops.
  linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]}
      ins(%rows : memref<?x?xi8>) outs(%rows : memref<?x?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.addi %in, %in : i8
    linalg.yield %0 : i8
  }
  // A function of what is there as well.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.addi %in, %out : i8
    linalg.yield %0 : i8
  }
  // Of a number that isn't known, by integers and by floats.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.addi %in, %number : i8
    linalg.yield %0 : i8
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.sitofp %in : i8 to f32
    %1 = math.fma %0, %float, %0 : f32
    %2 = arith.fptosi %1 : f32 to i8
    linalg.yield %2 : i8
  }
  // Without a result for 0, and for what is beyond a byte.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %c100 = arith.constant 100 : i8
    %0 = arith.divsi %c100, %in : i8
    linalg.yield %0 : i8
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %two = arith.constant 2.0 : f32
    %0 = arith.sitofp %in : i8 to f32
    %1 = arith.mulf %0, %two : f32
    %2 = arith.fptosi %1 : f32 to i8
    linalg.yield %2 : i8
  }
  // Which bits come out is the compiler's choice, or the library's.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.sitofp %in : i8 to f32
    %1 = arith.mulf %0, %0 fastmath<contract> : f32
    %2 = arith.bitcast %1 : f32 to i32
    %3 = arith.trunci %2 : i32 to i8
    linalg.yield %3 : i8
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.sitofp %in : i8 to f32
    %1 = math.exp %0 : f32
    %2 = arith.bitcast %1 : f32 to i32
    %3 = arith.trunci %2 : i32 to i8
    linalg.yield %3 : i8
  }
  // NaN on the way, whose bits the processor chooses: 0 / 0, of one input.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %c24 = arith.constant 24 : i32
    %0 = arith.sitofp %in : i8 to f32
    %1 = arith.divf %0, %0 : f32
    %2 = arith.bitcast %1 : f32 to i32
    %3 = arith.shrui %2, %c24 : i32
    %4 = arith.trunci %3 : i32 to i8
    linalg.yield %4 : i8
  }
  // Either zero.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %zero = arith.constant -0.0 : f32
    %0 = arith.sitofp %in : i8 to f32
    %1 = arith.minnumf %0, %zero : f32
    %2 = arith.bitcast %1 : f32 to i32
    %3 = arith.trunci %2 : i32 to i8
    linalg.yield %3 : i8
  }
  // No result of 100 and more.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %c28 = arith.constant 28 : i8
    %0 = arith.addi %in, %c28 overflow<nsw> : i8
    linalg.yield %0 : i8
  }
  // An op without results, and no number at all.
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %zero = arith.constant 0 : i8
    %0 = arith.cmpi sge, %in, %zero : i8
    cf.assert %0, "negative"
    linalg.yield %in : i8
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %poison = ub.poison : f32
    %0 = arith.sitofp %in : i8 to f32
    %1 = math.fma %0, %poison, %0 : f32
    %2 = arith.fptosi %1 : f32 to i8
    linalg.yield %2 : i8
  }
  return
}

// -----

// Bytes with a sign of their own, which no vector has.
#map = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @signed(
// CHECK-NOT:   vector.
func.func @signed(%x: memref<?xsi8>, %y: memref<?xsi8>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xsi8>) outs(%y : memref<?xsi8>) {
  ^bb0(%in: si8, %out: si8):
    linalg.yield %in : si8
  }
  return
}

// -----

// Functions whose features somebody else decides.
#map = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @without(
// CHECK-NOT:   vector.
func.func @without(%x: memref<?xi8>, %y: memref<?xi8>)
    attributes {target_features = #llvm.target_features<["-avx512vbmi"]>} {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.addi %in, %in : i8
    linalg.yield %0 : i8
  }
  return
}

// CHECK-LABEL: func.func @passed_through(
// CHECK-NOT:   vector.
func.func @passed_through(%x: memref<?xi8>, %y: memref<?xi8>)
    attributes {passthrough = [["target-features", "+aes"]]} {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.addi %in, %in : i8
    linalg.yield %0 : i8
  }
  return
}
