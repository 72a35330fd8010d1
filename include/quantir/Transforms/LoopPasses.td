//===- LoopPasses.td - Passes over loops and buffers -------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_LOOPPASSES_TD
#define QUANTIR_TRANSFORMS_LOOPPASSES_TD

include "mlir/Pass/PassBase.td"

def QuantPackSubByte : Pass<"quant-pack-sub-byte"> {
  let summary = "Store buffers of i4 and i2 packed in bytes";
  let description = [{
    A `memref` of `i4` has one byte an element: that is what the LLVM dialect
    makes of it. This pass turns every `memref` of `i4` and `i2` into one of `i8`
    that holds two or four elements a byte, the first in the lowest bits, and
    loads and stores into loads and stores of bytes with shifts and masks (an
    atomic read-modify-write for a store, since the neighbours stay). Functions,
    calls, loops and globals change alike.

    Run it when casts are lowered, types stripped, tensors bufferized and
    `linalg` ops turned into loops; then lower `affine` with the rest:

    ```
    --quant-to-linalg --one-shot-bufferize=... --convert-linalg-to-loops
    --quant-pack-sub-byte --lower-affine ...
    ```

    It works by MLIR's emulation of narrow types and has its limits: buffers have
    static shapes, or are allocated in the function that uses them. Whatever else
    there is to a buffer (its size at run time, a cast to an unranked one) is an
    error. Other widths, booleans too, keep their bytes.

    ```mlir
    %m = memref.alloc() : memref<5xi4>
    %v = memref.load %m[%i] : memref<5xi4>
    ```

    becomes (shortened)

    ```mlir
    %m = memref.alloc() : memref<3xi8>
    %byte = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%i]
    %0 = memref.load %m[%byte] : memref<3xi8>
    %1 = arith.shrsi %0, %shift : i8
    %v = arith.trunci %1 : i8 to i4
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def QuantExpandDynamicShapes : Pass<"quant-expand-dynamic-shapes"> {
  let summary = "Expand a dimension of a buffer into several dynamic ones";
  let description = [{
    Computes the strides of each `memref.expand_shape` that makes more than one
    dynamic dimension of another, which MLIR's `expand-strided-metadata` can't.

    ```mlir
    %e = memref.expand_shape %m [[0, 1]] output_shape [%a, %b]
      : memref<?xi8> into memref<?x?xi8>
    ```

    becomes

    ```mlir
    %base, %offset, %size, %stride = memref.extract_strided_metadata %m
    %e = memref.reinterpret_cast %base to offset: [0], sizes: [%a, %b], strides: [%b, 1]
      : memref<i8> to memref<?x?xi8>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def QuantInlineScalarResources : Pass<"quant-inline-scalar-resources"> {
  let summary = "Take the numbers of scalar globals out of resources";
  let description = [{
    Writes the number of each `memref.global` of rank 0 whose initial value is a
    resource as dense elements. MLIR's `finalize-memref-to-llvm` makes a number of
    those, and can't of a resource. It is an error if the resource is of another
    size.

    ```mlir
    memref.global "private" @g : memref<f32> = dense_resource<number>
    ```

    becomes

    ```mlir
    memref.global "private" @g : memref<f32> = dense<1.000000e+00>
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def QuantSplitSlices : Pass<"quant-split-slices"> {
  let summary = "Take slices first, and leave out dimensions afterwards";
  let description = [{
    Makes two ops of a slice with strides other than 1 that leaves out some of its
    dimensions of size 1, but not all of them. MLIR tells which dimensions a
    `memref.subview` leaves out by comparing the strides of its result with those of
    its source. Strides of the slice itself change the ones of the result, and then
    MLIR's verifier, `expand-strided-metadata` and canonicalizer refuse the op or end
    the process.

    ```mlir
    %s = tensor.extract_slice %x[0, 0] [1, 1] [2, 1] : tensor<1x2xi8> to tensor<1xi8>
    ```

    becomes

    ```mlir
    %t = tensor.extract_slice %x[0, 0] [1, 1] [2, 1] : tensor<1x2xi8> to tensor<1x1xi8>
    %s = tensor.collapse_shape %t [[0, 1]] : tensor<1x1xi8> into tensor<1xi8>
    ```

    Likewise `tensor.insert_slice` and `tensor.parallel_insert_slice`, of a source
    that is expanded. A `memref.subview` becomes one of the same rank and one that
    leaves out dimensions and has strides of 1. The pass has to run before
    bufferization, and before a pass that folds a `memref.subview`.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def QuantSettleOrder : Pass<"quant-settle-order"> {
  let summary = "Put what bufferization leaves behind into the order of the module";
  let description = [{
    Bufferization goes through functions and values in the order of their addresses
    in memory, which is another one from run to run, and the removal of conversion
    casts does so, too. It shows in two places that mean nothing, but would make each
    run's output differ from the last one's:

    - The `memref.global` ops that it makes of constants. They are moved to the
      beginning of the module, in the order in which the module uses them, numbered
      anew, and get the location of their first use.
    - The uses of a value, whose order bytecode keeps. They are put into the order in
      which the module has them.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def QuantLimitSharing : Pass<"quant-limit-sharing"> {
  let summary = "Have few ops in a row share an empty tensor";
  let description = [{
    After CSE all results of one shape are written to one `tensor.empty`, so that
    to MLIR's bufferization they are all one buffer, and it asks of each two of
    them whether they get into each other's way: a chain of 1000 casts takes it
    minutes. This pass copies the `tensor.empty` after every `uses` uses. Chains of
    ops still reuse buffers, but no longer all the same one. Run it after CSE and
    before bufferization.
  }];
  let options = [
    Option<"uses", "uses", "int64_t", "16", "most uses of an empty tensor (default: 16)">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def QuantSeparateResults : Pass<"quant-separate-results"> {
  let summary = "Return a buffer of its own for each result";
  let description = [{
    Copies a buffer that a `func.return` has twice. MLIR's pass that makes further
    arguments of results needs one buffer for each.

    ```mlir
    return %a, %a : memref<4xi8>, memref<4xi8>
    ```

    becomes

    ```mlir
    %b = memref.alloc() : memref<4xi8>
    memref.copy %a, %b : memref<4xi8> to memref<4xi8>
    return %a, %b : memref<4xi8>, memref<4xi8>
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def QuantFlattenLoops : Pass<"quant-flatten-loops"> {
  let summary = "Make few long loops of many short ones over buffers";
  let description = [{
    Merges neighbouring loops of each `linalg.generic` on buffers, as far as they
    walk all its operands in one go: all loops where the parameters are constants,
    those before and those behind the axis where they are per axis. What is left
    to the last loop is long enough to be vectorized, whatever the shape.

    ```mlir
    linalg.generic {indexing_maps = [#identity4, #identity4], ...}
      ins(%x : memref<64x3x4x4xf32>) outs(%y : memref<64x3x4x4xi8>)
    ```

    becomes

    ```mlir
    %0 = memref.collapse_shape %x [[0, 1, 2, 3]] : memref<64x3x4x4xf32> into memref<3072xf32>
    %1 = memref.collapse_shape %y [[0, 1, 2, 3]] : memref<64x3x4x4xi8> into memref<3072xi8>
    linalg.generic {indexing_maps = [#identity1, #identity1], ...}
      ins(%0 : memref<3072xf32>) outs(%1 : memref<3072xi8>)
    ```

    A buffer whose layout isn't known to be contiguous keeps its loops.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def QuantParallelizeLoops : Pass<"quant-parallelize-loops"> {
  let summary = "Spread the outermost loop over threads by scf.forall";
  let description = [{
    Tiles the outermost loop of each `linalg.generic` on buffers whose loops are
    all parallel by an `scf.forall` with as many parts as there are threads. What
    is known to have fewer than `min-elements` elements stays as it is, and so
    does what is in an `scf.forall` already. Where the number of elements is known
    at run time only, an `scf.if` has both forms. `threads=1` changes nothing.
    `scf-forall-to-parallel` and `convert-scf-to-openmp` make threads of the loops.
  }];
  let options = [
    Option<"threads", "threads", "int64_t", "1",
           "number of threads (default: 1)">,
    Option<"minElements", "min-elements", "int64_t", "32768",
           "least number of elements for which threads are worth it (default: "
           "32768)">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def QuantTabulateBytes : Pass<"quant-tabulate-bytes"> {
  let summary = "Look functions of one byte up in registers of AVX-512";
  let description = [{
    Evaluates the body of each `linalg.generic` on buffers that maps one row of
    bytes to another for all 256 inputs, and puts a loop in its place that looks 64
    results at a time up in four registers. Requantizing from i8 to i8 is such a
    map, and so is any arithmetic on bytes that is fused with it. `quant-to-llvm`
    runs the pass for targets that have the instruction.

    ```mlir
    linalg.generic {...} ins(%x : memref<?xi8>) outs(%y : memref<?xi8>) {...}
    ```

    becomes (shortened)

    ```mlir
    scf.for %i = %c0 to %whole step %c64 {
      %in = vector.load %x[%i] : memref<?xi8>, vector<64xi8>
      %positive = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.qi.512"(%table0, %in, %table1)
      %negative = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.qi.512"(%table2, %in, %table3)
      %out = arith.select %is_negative, %negative, %positive : vector<64xi1>, vector<64xi8>
      vector.store %out, %y[%i] : memref<?xi8>, vector<64xi8>
    }
    // the same once more for the rest, with masks
    ```

    The processor needs `avx512vbmi`; functions with such a loop say so by
    `target_features`. Rows known to have fewer than 64 elements, of a rank other
    than 1 or with elements apart from each other stay as they are. So do bodies
    that aren't arithmetic which IEEE 754 or two's complement define to the bit
    (`arith` without flags, `math.fma`), that use other numbers than constants, or
    that have no result or NaN on the way for one of the inputs; and ops outside of
    a `func.func`, or in one that is told to do without features.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def QuantKeepShortLoops : Pass<"quant-keep-short-loops"> {
  let summary = "Have innermost loops of few rounds vectorized, not unrolled";
  let description = [{
    Marks each innermost `scf.for` that is known to have from 8 to 256 rounds, as
    a block of 32 elements makes it, by `llvm.loop_annotation` as not to be
    unrolled. LLVM would unroll it into scalar code before it looks for vectors.

    In the LLVM dialect, a second run moves such a mark, which the conversions
    leave behind as a foreign attribute of a branch, to where the translation to
    LLVM IR looks for it.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // QUANTIR_TRANSFORMS_LOOPPASSES_TD
