// RUN: quant-opt %s -quant-strip-types -split-input-file -allow-unregistered-dialect | FileCheck %s --implicit-check-not='!quant.'
// RUN: quant-opt %s -quant-strip-types -split-input-file -allow-unregistered-dialect | quant-opt -split-input-file -allow-unregistered-dialect

// Everything that a module of quantized types may hold, and nothing of them
// left.

!q = !quant.uniform<i8:f32, 2.0:10>

// CHECK-LABEL: func.func private @declaration(i8, tensor<?xi8> {test.type = i8}) -> i4
func.func private @declaration(!q, tensor<?x!q> {test.type = !q}) -> !quant.uniform<u4:f32, 2.0>

// CHECK-LABEL: func.func private @nested(tuple<i8, f32>, (i8) -> tensor<2xi8>, tuple<tuple<memref<4xi8>>>)
func.func private @nested(tuple<!q, f32>, (!q) -> tensor<2x!q>, tuple<tuple<memref<4x!q>>>)

// An encoding is any attribute.
// CHECK-LABEL: func.func private @encoding(tensor<4xi8, i8>, tensor<4xi8, "text">)
func.func private @encoding(tensor<4x!q, !q>, tensor<4x!q, "text">)

// CHECK-LABEL: func.func private @shapes
// CHECK-SAME: (tensor<*xi8>, tensor<2x?xi8>, tensor<4xi8>, memref<?xi8, strided<[2], offset: ?>, 3>)
func.func private @shapes(tensor<*x!q>, tensor<2x?x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<4x!quant.uniform<i8:f32:{0:2}, {1.0, 2.0}>>, memref<?x!q, strided<[2], offset: ?>, 3>)

// CHECK-LABEL: func.func private @storage(i8, i8, i16, i1, i8)
func.func private @storage(!quant.uniform<u8:f32, 1.0>, !quant.uniform<si8:f32, 1.0>, !quant.uniform<i16:f64, 1.0>, !quant.uniform<u1:f32, 1.0>, !quant.any<i8<-8:7>>)

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func private @callee(!q) -> !q

// CHECK-LABEL: func.func @calls
// CHECK-SAME: (%[[A:.*]]: i8) -> i8
// CHECK-NEXT: %[[B:.*]] = call @callee(%[[A]]) : (i8) -> i8
// CHECK-NEXT: %[[F:.*]] = constant @callee : (i8) -> i8
// CHECK-NEXT: %[[C:.*]] = call_indirect %[[F]](%[[B]]) : (i8) -> i8
// CHECK-NEXT: return %[[C]] : i8
func.func @calls(%a: !q) -> !q {
  %b = call @callee(%a) : (!q) -> !q
  %f = constant @callee : (!q) -> !q
  %c = call_indirect %f(%b) : (!q) -> !q
  return %c : !q
}

// CHECK-LABEL: func.func @branches
// CHECK: cf.cond_br %{{.*}}, ^[[BB1:.*]](%{{.*}} : i8), ^[[BB2:.*]](%{{.*}}, %{{.*}} : i8, tensor<2xi8>)
// CHECK: ^[[BB1]](%{{.*}}: i8):
// CHECK: cf.br ^[[BB2]](%{{.*}} : i8, tensor<2xi8>)
// CHECK: ^[[BB2]](%{{.*}}: i8, %{{.*}}: tensor<2xi8>):
// CHECK: cf.switch
// CHECK-NEXT: default: ^[[BB3:.*]](%{{.*}} : i8)
// CHECK-NEXT: 1: ^[[BB3]](%{{.*}} : i8)
func.func @branches(%a: !q, %t: tensor<2x!q>, %c: i1, %n: i32) -> !q {
  cf.cond_br %c, ^bb1(%a : !q), ^bb2(%a, %t : !q, tensor<2x!q>)
^bb1(%b: !q):
  cf.br ^bb2(%b, %t : !q, tensor<2x!q>)
^bb2(%d: !q, %u: tensor<2x!q>):
  cf.switch %n : i32, [default: ^bb3(%d : !q), 1: ^bb3(%a : !q)]
^bb3(%e: !q):
  return %e : !q
}

// CHECK-LABEL: func.func @structured
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i8)
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (i8) -> i8
// CHECK: scf.condition(%{{.*}}) %{{.*}} : i8
// CHECK: ^bb0(%{{.*}}: i8):
// CHECK: scf.if %{{.*}} -> (i8)
// CHECK: scf.index_switch %{{.*}} -> i8
// CHECK: scf.execute_region -> i8
// CHECK: scf.forall {{.*}} shared_outs(%{{.*}} = %{{.*}}) -> (tensor<4xi8>)
// CHECK: tensor.parallel_insert_slice %{{.*}} : tensor<1xi8> into tensor<4xi8>
// CHECK: scf.parallel {{.*}} init (%{{.*}}) -> i8
// CHECK: scf.reduce(%{{.*}} : i8)
// CHECK: ^bb0(%{{.*}}: i8, %[[NEXT:.*]]: i8):
// CHECK: scf.reduce.return %[[NEXT]] : i8
func.func @structured(%a: !q, %t: tensor<4x!q>, %one: tensor<1x!q>, %c: i1, %i: index) -> (!q, tensor<4x!q>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %k = %c0 to %i step %c1 iter_args(%x = %a) -> (!q) {
    scf.yield %x : !q
  }
  %1 = scf.while (%x = %0) : (!q) -> !q {
    scf.condition(%c) %x : !q
  } do {
  ^bb0(%x: !q):
    scf.yield %x : !q
  }
  %2 = scf.if %c -> !q {
    scf.yield %0 : !q
  } else {
    scf.yield %1 : !q
  }
  %3 = scf.index_switch %i -> !q
  case 1 {
    scf.yield %1 : !q
  }
  default {
    scf.yield %2 : !q
  }
  %4 = scf.execute_region -> !q {
    scf.yield %3 : !q
  }
  %5 = scf.forall (%k) in (4) shared_outs(%o = %t) -> (tensor<4x!q>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %o[%k] [1] [1] : tensor<1x!q> into tensor<4x!q>
    }
  }
  %6 = scf.parallel (%k) = (%c0) to (%i) step (%c1) init (%4) -> !q {
    scf.reduce(%a : !q) {
    ^bb0(%x: !q, %y: !q):
      scf.reduce.return %y : !q
    }
  }
  return %6, %5 : !q, tensor<4x!q>
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

// CHECK-LABEL: func.func @tensors
// CHECK: tensor.extract %{{.*}} : tensor<4xi8>
// CHECK: tensor.insert %{{.*}} : tensor<4xi8>
// CHECK: tensor.extract_slice %{{.*}} : tensor<4xi8> to tensor<2xi8>
// CHECK: tensor.insert_slice %{{.*}} : tensor<2xi8> into tensor<4xi8>
// CHECK: tensor.pad
// CHECK: tensor.yield %{{.*}} : i8
// CHECK: : tensor<4xi8> to tensor<?xi8>
// CHECK: tensor.expand_shape %{{.*}} : tensor<4xi8> into tensor<2x2xi8>
// CHECK: tensor.collapse_shape %{{.*}} : tensor<2x2xi8> into tensor<4xi8>
// CHECK: tensor.concat {{.*}} : (tensor<4xi8>, tensor<4xi8>) -> tensor<8xi8>
// CHECK: tensor.empty() : tensor<4xi8>
// CHECK: tensor.generate
// CHECK: tensor.yield %{{.*}} : i8
// CHECK: : tensor<?xi8>
// CHECK: tensor.from_elements %{{.*}} : tensor<2xi8>
// CHECK: tensor.splat %{{.*}} : tensor<4xi8>
// CHECK: tensor.dim %{{.*}} : tensor<?xi8>
// CHECK: tensor.cast %{{.*}} : tensor<?xi8> to tensor<*xi8>
// CHECK: tensor.rank %{{.*}} : tensor<*xi8>
// CHECK: tensor.reshape %{{.*}} : (tensor<*xi8>, tensor<1xindex>) -> tensor<?xi8>
// CHECK: tensor.gather %{{.*}} : (tensor<4xi8>, tensor<2x1xindex>) -> tensor<2x1xi8>
// CHECK: tensor.scatter %{{.*}} : (tensor<2x1xi8>, tensor<4xi8>, tensor<2x1xindex>) -> tensor<4xi8>
func.func @tensors(%t: tensor<4x!q>, %v: !q, %i: index, %shape: tensor<1xindex>, %at: tensor<2x1xindex>) -> tensor<?x!q> {
  %0 = tensor.extract %t[%i] : tensor<4x!q>
  %1 = tensor.insert %0 into %t[%i] : tensor<4x!q>
  %2 = tensor.extract_slice %1[0] [2] [1] : tensor<4x!q> to tensor<2x!q>
  %3 = tensor.insert_slice %2 into %1[1] [2] [1] : tensor<2x!q> into tensor<4x!q>
  %4 = tensor.pad %3 low[1] high[%i] {
  ^bb0(%k: index):
    tensor.yield %v : !q
  } : tensor<4x!q> to tensor<?x!q>
  %5 = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4x!q> into tensor<2x2x!q>
  %6 = tensor.collapse_shape %5 [[0, 1]] : tensor<2x2x!q> into tensor<4x!q>
  %7 = tensor.concat dim(0) %6, %t : (tensor<4x!q>, tensor<4x!q>) -> tensor<8x!q>
  %8 = tensor.empty() : tensor<4x!q>
  %9 = tensor.generate %i {
  ^bb0(%k: index):
    tensor.yield %v : !q
  } : tensor<?x!q>
  %10 = tensor.from_elements %v, %v : tensor<2x!q>
  %11 = tensor.splat %v : tensor<4x!q>
  %12 = tensor.dim %4, %i : tensor<?x!q>
  %13 = tensor.cast %4 : tensor<?x!q> to tensor<*x!q>
  %14 = tensor.rank %13 : tensor<*x!q>
  %15 = tensor.reshape %13(%shape) : (tensor<*x!q>, tensor<1xindex>) -> tensor<?x!q>
  %16 = tensor.gather %t[%at] gather_dims([0]) : (tensor<4x!q>, tensor<2x1xindex>) -> tensor<2x1x!q>
  %17 = tensor.scatter %16 into %t[%at] scatter_dims([0]) unique : (tensor<2x1x!q>, tensor<4x!q>, tensor<2x1xindex>) -> tensor<4x!q>
  return %15 : tensor<?x!q>
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
!p = !quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>
#id = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @linalg
// CHECK: linalg.fill ins(%{{.*}} : i8) outs(%{{.*}} : tensor<4xi8>)
// CHECK: linalg.copy ins(%{{.*}} : tensor<4xi8>) outs(%{{.*}} : tensor<4xi8>)
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x3xi8>) outs(%{{.*}} : tensor<3x2xi8>)
// CHECK: linalg.broadcast ins(%{{.*}} : tensor<4xi8>) outs(%{{.*}} : tensor<4x2xi8>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4xi8>) outs(%{{.*}} : tensor<4xi8>)
// CHECK: ^bb0(%[[IN:.*]]: i8, %[[OUT:.*]]: i8):
// CHECK: %[[S:.*]] = arith.select %{{.*}}, %[[IN]], %[[OUT]] : i8
// CHECK: linalg.yield %[[S]] : i8
// CHECK: linalg.map
// CHECK: linalg.pack %{{.*}} : tensor<4xi8> -> tensor<2x2xi8>
// CHECK: linalg.unpack %{{.*}} : tensor<2x2xi8> -> tensor<4xi8>
func.func @linalg(%t: tensor<4x!q>, %v: !q, %m: tensor<2x3x!q>, %w: tensor<4x2x!q>, %n: tensor<3x2x!q>, %u: tensor<2x2x!q>, %c: i1) {
  %0 = linalg.fill ins(%v : !q) outs(%t : tensor<4x!q>) -> tensor<4x!q>
  %1 = linalg.copy ins(%t : tensor<4x!q>) outs(%0 : tensor<4x!q>) -> tensor<4x!q>
  %2 = linalg.transpose ins(%m : tensor<2x3x!q>) outs(%n : tensor<3x2x!q>) permutation = [1, 0]
  %3 = linalg.broadcast ins(%t : tensor<4x!q>) outs(%w : tensor<4x2x!q>) dimensions = [1]
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%t : tensor<4x!q>) outs(%1 : tensor<4x!q>) {
  ^bb0(%x: !q, %y: !q):
    %s = arith.select %c, %x, %y : !q
    linalg.yield %s : !q
  } -> tensor<4x!q>
  %5 = linalg.map ins(%t : tensor<4x!q>) outs(%4 : tensor<4x!q>) (%x: !q, %o: !q) {
    linalg.yield %x : !q
  }
  %6 = linalg.pack %5 inner_dims_pos = [0] inner_tiles = [2] into %u : tensor<4x!q> -> tensor<2x2x!q>
  %7 = linalg.unpack %6 inner_dims_pos = [0] inner_tiles = [2] into %t : tensor<2x2x!q> -> tensor<4x!q>
  return
}

// The body of an op that takes a tensor apart has scalars of its type, though a
// per-axis type says nothing about a scalar.
// CHECK-LABEL: func.func @per_axis_elements
// CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i8):
// CHECK: linalg.yield %[[X]] : i8
func.func @per_axis_elements(%t: tensor<2x3x!p>) -> tensor<2x3x!p> {
  %0 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<2x3x!p>) outs(%t : tensor<2x3x!p>) {
  ^bb0(%x: !p, %y: !p):
    linalg.yield %x : !p
  } -> tensor<2x3x!p>
  return %0 : tensor<2x3x!p>
}

// A body that computes does so on integers, behind storage casts.
// CHECK-LABEL: func.func @body
// CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i8):
// CHECK: %[[Y:.*]] = arith.addi %[[X]], %[[X]] : i8
// CHECK: linalg.yield %[[Y]] : i8
func.func @body(%t: tensor<4x!q>) -> tensor<4x!q> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%t : tensor<4x!q>) outs(%t : tensor<4x!q>) {
  ^bb0(%x: !q, %o: !q):
    %s = quant.scast %x : !q to i8
    %a = arith.addi %s, %s : i8
    %y = quant.scast %a : i8 to !q
    linalg.yield %y : !q
  } -> tensor<4x!q>
  return %0 : tensor<4x!q>
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

// CHECK: memref.global "private" @uninitialized : memref<4xi8> = uninitialized
memref.global "private" @uninitialized : memref<4x!q> = uninitialized
// CHECK: ml_program.global private mutable @initial(dense<[1, 2, 3, 4]> : tensor<4xi8>) : tensor<4xi8>
ml_program.global private mutable @initial(dense<[1, 2, 3, 4]> : tensor<4xi8>) : tensor<4x!q>

// CHECK-LABEL: func.func @buffers
// CHECK: bufferization.to_buffer %{{.*}} : tensor<4xi8> to memref<4xi8>
// CHECK: memref.get_global @uninitialized : memref<4xi8>
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<4xi8> to memref<4xi8>
// CHECK: memref.load %{{.*}} : memref<4xi8>
// CHECK: memref.store %{{.*}} : memref<4xi8>
// CHECK: memref.subview %{{.*}} : memref<4xi8> to memref<2xi8, strided<[1], offset: 1>>
// CHECK: memref.alloc() : memref<4xi8>
// CHECK: memref.dealloc %{{.*}} : memref<4xi8>
// CHECK: bufferization.alloc_tensor() : tensor<4xi8>
// CHECK: bufferization.to_tensor %{{.*}} : memref<4xi8> to tensor<4xi8>
func.func @buffers(%t: tensor<4x!q>, %i: index) -> tensor<4x!q> {
  %0 = bufferization.to_buffer %t : tensor<4x!q> to memref<4x!q>
  %1 = memref.get_global @uninitialized : memref<4x!q>
  memref.copy %0, %1 : memref<4x!q> to memref<4x!q>
  %2 = memref.load %1[%i] : memref<4x!q>
  memref.store %2, %1[%i] : memref<4x!q>
  %3 = memref.subview %1[1] [2] [1] : memref<4x!q> to memref<2x!q, strided<[1], offset: 1>>
  %4 = memref.alloc() : memref<4x!q>
  memref.dealloc %4 : memref<4x!q>
  %5 = bufferization.alloc_tensor() : tensor<4x!q>
  %6 = bufferization.to_tensor %1 restrict : memref<4x!q> to tensor<4x!q>
  return %6 : tensor<4x!q>
}

// CHECK-LABEL: func.func @constants
// CHECK: arith.constant dense_resource<bytes> : tensor<4xi8>
// CHECK: ub.poison : tensor<4xi8>
// CHECK: ml_program.global_load @initial : tensor<4xi8>
// CHECK: ml_program.global_store @initial = %{{.*}} : tensor<4xi8>
func.func @constants() -> tensor<4x!q> {
  %0 = arith.constant dense_resource<bytes> : tensor<4x!q>
  %1 = ub.poison : tensor<4x!q>
  %2 = ml_program.global_load @initial : tensor<4x!q>
  ml_program.global_store @initial = %0 : tensor<4x!q>
  return %2 : tensor<4x!q>
}

// Conversion casts between a type and its storage are storage casts too. Other
// types in them are none of this pass's business.
// CHECK-LABEL: func.func @conversions
// CHECK-SAME: (%[[M:.*]]: memref<4xi8>, %[[T:.*]]: tuple<i8>)
// CHECK-NEXT: return %[[M]], %[[T]] : memref<4xi8>, tuple<i8>
func.func @conversions(%m: memref<4x!q>, %t: tuple<!q>) -> (memref<4xi8>, tuple<i8>) {
  %0 = builtin.unrealized_conversion_cast %m : memref<4x!q> to memref<4xi8>
  %1 = builtin.unrealized_conversion_cast %t : tuple<!q> to tuple<i8>
  return %0, %1 : memref<4xi8>, tuple<i8>
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

// Functions of other dialects, and attributes that no op computes with.
// CHECK: module attributes {test.types = [i8, tensor<4xi8>]}
module attributes {test.types = [!q, tensor<4x!q>]} {
  // CHECK: gpu.func @kernel(%{{.*}}: memref<4xi8>, %{{.*}}: i8) kernel
  gpu.module @kernels {
    gpu.func @kernel(%m: memref<4x!q>, %v: !q) kernel {
      %c0 = arith.constant 0 : index
      memref.store %v, %m[%c0] : memref<4x!q>
      gpu.return
    }
  }
  // CHECK: ml_program.func @ml(%{{.*}}: tensor<4xi8>) -> tensor<4xi8>
  ml_program.func @ml(%t: tensor<4x!q>) -> tensor<4x!q> {
    ml_program.return %t : tensor<4x!q>
  }
  // CHECK: llvm.func @f() attributes {test.type = i8}
  llvm.func @f() attributes {test.type = !q}
  // CHECK: async.func @async(%{{.*}}: i8) -> !async.value<i8>
  async.func @async(%v: !q) -> !async.value<!q> {
    return %v : !q
  }
}

// -----

// An op without a quantized value is left alone, known or not.
// CHECK-LABEL: func.func @others
// CHECK: %[[Y:.*]] = "unknown.op"(%{{.*}}) : (tensor<4xi8>) -> f32
// CHECK-NEXT: return %[[Y]] : f32
func.func @others(%t: tensor<4xi8>) -> f32 {
  %0 = "unknown.op"(%t) : (tensor<4xi8>) -> f32
  return %0 : f32
}
