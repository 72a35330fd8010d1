//===- Passes.td - Passes over quantized values ------------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_PASSES_TD
#define QUANTIR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "quantir/Transforms/PolicyOptions.td"

// Options of the passes that turn casts into loops. The forms change no bits.
defvar Quant_LoopOptions = [
    Option<"runtimeChecks", "runtime-checks", "bool", "true",
           "check with cf.assert what dynamic shapes and unknown ranks must be "
           "for the parameters to fit">,
    Option<"printFound", "print-found", "bool", "false",
           "let a run-time check that fails print what it has found, with "
           "vector.print: needs --convert-vector-to-llvm and MLIR's "
           "c_runner_utils">,
    Option<"magicRounding", "magic-rounding", "bool", "false",
           "round to nearest even by adding 1.5 * 2^23 where that gives the "
           "same bits: for CPUs, with or without a rounding instruction">,
    Option<"integerClamp", "integer-clamp", "bool", "false",
           "with magic-rounding, clamp integers of 32 bits rather than floats: "
           "for CPUs with instructions for their minimum and maximum">,
    Option<"correctedQuotient", "corrected-quotient", "bool", "false",
           "with integer-clamp, divide by a multiplication and a fused "
           "multiply-add where that is proven to give the same bits: for CPUs "
           "with such an instruction">
];

def QuantLowerCasts : Pass<"quant-lower-casts"> {
  let summary = "Lower quant.qcast and quant.dcast to arith and linalg";
  let description = [{
    Replaces every `quant.qcast` and `quant.dcast` by the arithmetic that the
    numeric policy fixes, in any op with a region. A scalar cast becomes scalar
    `arith` and `math` ops, a tensor cast one `linalg.generic` with the same ops
    as its body. `quant.scast` connects the integers to the quantized types that
    remain; `quant-strip-types` removes both.

    The policy is that of the attributes `quantir.policy` around an op; the
    options of the pass fill in what no attribute says.

    Where a shape is dynamic and the parameters need a certain one, a `cf.assert`
    checks it at run time: the size of a per-axis or blocked dimension, and the
    rank of an unranked tensor. Its message names the op, the dimension and what
    is expected; `print-found` prints what was found as well. Without
    `runtime-checks`, a shape that doesn't fit is undefined behaviour. A static
    shape is checked by the verifier and needs no check.

    ```mlir
    %q = quant.qcast %x : f32 to !quant.uniform<i8:f32, 2.0:3>
    ```

    becomes, under the default policy (shortened)

    ```mlir
    %0 = arith.divf %x, %scale : f32
    %1 = arith.addf %0, %zero_point : f32
    %2 = math.roundeven %1 : f32
    // clamp to [-128, 127]; NaN gives the zero point
    %3 = arith.fptosi %2 : f32 to i32
    %4 = arith.trunci %3 : i32 to i8
    %q = quant.scast %4 : i8 to !quant.uniform<i8:f32, 2.0:3>
    ```
  }];
  let options = !listconcat(Quant_PolicyOptions, Quant_LoopOptions);
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect", "::quantir::QuantirDialect"
  ];
}

def QuantLowerFusedOps : Pass<"quant-lower-fused-ops"> {
  let summary = "Lower quant.dequant_situ_quant to arith, linalg and scf";
  let description = [{
    Replaces every `quant.dequant_situ_quant` by loops over its rows: one for each
    leading dimension of `x`, under `group_index` one over the groups around it.
    For each row `linalg.generic` ops of rank 1 compute the activation, and in
    dynamic mode, from one row of scratch, its largest magnitude and the codes.
    The loops carry the results and the scratch, so that bufferization copies
    nothing and makes no temporary larger than a row.

    The policy is that of the attributes `quantir.policy` around an op; the
    options of the pass fill in what no attribute says. Unset, `rounding` is
    toward zero. `zero-point`, `compute-type`, `dequantize`, `nan` and
    `requantize` say nothing to this op.

    Tiled ops (see `row_offset`) share the sums of `group_index`: they are
    computed where the counts come from.

    Where sizes are dynamic, `cf.assert` checks at run time that they fit.

    ```mlir
    %y, %y_scale = quant.dequant_situ_quant %x
        : tensor<?x8xbf16> -> tensor<?x4xi8>, tensor<?xf32>
    ```

    becomes (shortened)

    ```mlir
    %y, %y_scale, %2, %3 = scf.for %row = %c0 to %rows step %c1
        iter_args(%y0 = %0, %s0 = %1, %scratch = %2, %largest = %3) {
      %gate = tensor.extract_slice %x[%row, 0] [1, 4] [1, 1]
      %up = tensor.extract_slice %x[%row, 4] [1, 4] [1, 1]
      %activation = linalg.generic ins(%gate, %up) outs(%scratch) {...}
      %max = linalg.generic ins(%activation) outs(%largest) {...}
      %part = tensor.extract_slice %y0[%row, 0] [1, 4] [1, 1]
      %codes = linalg.generic ins(%activation) outs(%part) {...}
      %y1 = tensor.insert_slice %codes into %y0[%row, 0] [1, 4] [1, 1]
      %s1 = tensor.insert %scale into %s0[%row]
      scf.yield %y1, %s1, %activation, %max
    }
    ```
  }];
  let options = !listconcat(Quant_PolicyOptions, [
    Option<"runtimeChecks", "runtime-checks", "bool", "true",
           "check with cf.assert what dynamic sizes must be">,
    Option<"magicRounding", "magic-rounding", "bool", "false",
           "round to nearest even by adding 1.5 * 2^23, with the same bits: for "
           "CPUs, with or without a rounding instruction">,
    Option<"threads", "threads", "int64_t", "1",
           "number of threads that rows are spread over by scf.forall, unless "
           "they are known to be few">
  ]);
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::quantir::QuantirDialect"
  ];
}

def QuantRaiseFusedOps : Pass<"quant-raise-fused-ops"> {
  let summary = "Find dequantize, SiTU and quantize, and make them one op";
  let description = [{
    Recognises what `quant.dequant_situ_quant` computes where it is written in
    separate ops on tensors, and replaces these by the op. It looks at what gives
    one element, not at particular ops: named `linalg` ops, `linalg.generic` with
    bodies of any size, `arith` and `math` on whole tensors, with slices, reshapes,
    casts and broadcasts between them, all lead to the same. Sizes may be dynamic.
    Ops that nobody needs any more are erased.

    ```mlir
    %d = arith.extf %x : tensor<?x8xbf16> to tensor<?x8xf32>
    %gate = tensor.extract_slice %d[0, 0] [%t, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
    %up = tensor.extract_slice %d[0, 4] [%t, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
    %s = linalg.generic ... ins(%gate, %up) {
      // 4.0 * tanh(gate / 4.0) * (1.0 / (1.0 + exp(-gate))) * (25.0 * tanh(up / 25.0))
    }
    %amax = linalg.reduce ins(%s) outs(%zeros) dimensions = [1] {
      // maximumf(absf(s), amax)
    }
    %scale = linalg.generic ... ins(%amax) {
      // amax / 127.0
    }
    %y = linalg.generic ... ins(%s, %scale) {
      // fptosi(minimumf(maximumf(roundeven(s / scale), -128.0), 127.0))
    }
    ```

    becomes

    ```mlir
    %y, %scale = quant.dequant_situ_quant %x
        {quantir.policy = #quantir.policy<rounding = nearest_even, scaling = divide,
                                          dynamic_scale = divide, zero_row_scale = 0>}
        : tensor<?x8xbf16> -> tensor<?x4xi8>, tensor<?xf32>
    ```

    The attribute `quantir.policy` of the op says what the unfused form computes, so
    that no option or attribute around it changes that:

    | knob | from |
    |---|---|
    | `rounding` | `math.roundeven`, `round`, `trunc`, `floor` or `ceil`; none of them is `toward_zero`. Before or after the clamp |
    | `scaling` | `s / scale`, or `s * (1 / scale)` |
    | `dynamic_scale` | `amax / 127`, or `amax * f32(1 / 127)` |
    | `zero_row_scale` | 1 if the scale that is used elsewhere is 1 where `amax` or the scale is 0; otherwise 0 |
    | `math` | `accurate` if tanh and sigmoid are computed in f64 and rounded to f32; otherwise unset: up to whoever lowers the op |

    Forms that are recognised besides: gate in either half; `up` with a bound or
    without; division by a power of two as multiplication; the sigmoid as
    `1 / (1 + exp(-x))`, `0.5 * (1 + tanh(0.5 * x))` or `0.5 + 0.5 * tanh(0.5 * x)`;
    clamps as minimum and maximum or as comparisons, in float or on integers before
    they are cut to i8; no clamp before a direct conversion to i8; a bias; scales
    that are constants, scalars, or tensors with further axes of size 1; a smooth
    scale; static scales and offsets.

    What is the same. The raised op takes the steps of the unfused form in f32, in
    the same order with the same roundings. Two steps are functions: tanh and the
    sigmoid. A `math.tanh` is tanh, and a formula of the sigmoid is the sigmoid, to
    whatever precision they are evaluated. Where both sides evaluate them in the same
    way (`math=accurate` on one side, f64 rounded once on the other) codes and scales
    are equal bit for bit. Where the unfused form is evaluated as it stands:

    - `1 / (1 + exp(-x))` in f32 is what `math=libm` computes: equal bits through the
      same library.
    - This formula has an error of its own, up to 2.3 units in the last place, and
      those by tanh lose the digits of a small result: they are 0 below -18.03, where
      the sigmoid is 1.5e-8. The op, more precise there under `math=accurate`, then
      differs in the last bits of scales and in codes next to a rounding boundary;
      and in rows whose gates are all far below zero, from tanh, in everything.

    Equality holds in each row where the unfused form has a result, the values in
    between are finite, and the scale of the row doesn't underflow. Otherwise the op
    has the results that its description says: a row of zeros without a guard is
    0 / 0, which no conversion to integers defines, and has codes of 0; a clamp that
    turns this NaN into a code of its own (`arith.maxnumf`) is therefore only accepted
    together with a guard. A dynamic width must be even, as the op demands.

    Nothing is raised where the bits could differ: other orders of factors, other
    clamps, `x * f32(1 / 25)` for `x / 25`, `127 / amax` for the reciprocal of
    `amax / 127`, `floor(x + 0.5)`, other types than f32 in between, fast-math
    flags. Nor where a value on the way is used by something else, so that it would be
    computed twice, if only by dead code (canonicalize before); the scale of the rows
    may be, it is a result of the op. Groups (`group_index`) are not recognised, nor
    is what `quant-lower-fused-ops` emits.

    The op belongs to whichever `quant` dialect the context has registered, this
    project's or MLIR's own; the module needs no op of it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect",
                           "::quantir::QuantirDialect"];
}

def QuantStripTypes : Pass<"quant-strip-types"> {
  let summary = "Replace quantized types by their storage types everywhere";
  let description = [{
    Replaces every quantized type by its signless storage type: in functions of
    any dialect, calls and returns, in control flow, in ops that only move
    values, in `memref`s, tuples, function types, encodings and other nested
    types, and in attributes. `quant.scast` disappears.

    Before anything is changed, each op that holds a quantized value is looked
    at. It must be

    - a function, call, return, branch, or op with regions, as MLIR's interfaces
      say,
    - an op of upstream's that only moves values (of `tensor`, `memref`,
      `linalg`, `bufferization`, `scf`, ...; what a region of one computes is
      looked at op by op), or one of another dialect that implements
      `StorageTransparent`,
    - named in the option `transparent-ops`,
    - or a cast.

    Any other op, a `tosa.add` say, is an error that names it: on integers it
    would be something else. A quantized type that doesn't fit its tensor (rules
    I1 to I6 of the dialect) or has no storage type (`!quant.calibrated`) is an
    error wherever it stands. After an error the module is as it was.

    `quant.qcast` and `quant.dcast` may still be there: a `quant.scast` connects
    each to the integers around it, and `quant-lower-casts` removes both.

    Run it before bufferization. Buffers of quantized elements are converted
    too, but no cast takes a buffer.

    ```mlir
    func.func @f(%a: !quant.uniform<i8:f32, 2.0>, %c: i1) -> !quant.uniform<i8:f32, 2.0> {
      %0 = scf.if %c -> (!quant.uniform<i8:f32, 2.0>) {
    ```

    becomes

    ```mlir
    func.func @f(%a: i8, %c: i1) -> i8 {
      %0 = scf.if %c -> (i8) {
    ```

    When no op is left whose result depends on the numeric policy, the
    `quantir.policy` attributes are removed as well.
  }];
  let options = [
    ListOption<"transparentOps", "transparent-ops", "std::string",
               "further ops that mean the same on the stored integers, as "
               "dialect.op or dialect.*">
  ];
}

def QuantNormalizeTypes : Pass<"quant-normalize-types"> {
  let summary = "Replace quantized types by simpler ones that say the same";
  let description = [{
    Replaces a blocked type by a per-axis one where the parameters differ along
    one axis only and its blocks are one element, and a blocked or per-axis type
    by a per-tensor one where all parameters are equal. This holds whatever a
    dynamic shape turns out to be. All uses of the type in the module change
    alike: functions, block arguments, every op, nested types, attributes.

    | from | to |
    |---|---|
    | `!quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>` | `!quant.uniform<i8:f32:0, {2.0, 3.0}>` |
    | `!quant.uniform<i8:f32:{0:1, 1:4}, {{2.0}, {3.0}}>` | `!quant.uniform<i8:f32:0, {2.0, 3.0}>` |
    | `!quant.uniform<i8:f32:{0:2}, {{2.0}, {3.0}}>` | stays: a block has two elements |
    | `!quant.uniform<i8:f32:{}, {{2.0}}>` | `!quant.uniform<i8:f32, 2.0>` |
    | `!quant.uniform<i8:f32:0, {2.0, 2.0}>` | `!quant.uniform<i8:f32, 2.0>` |

    A type that doesn't fit its tensor is an error, and the module stays as it
    was; only if all its parameters are equal, it becomes per-tensor, which fits.
  }];
}

def QuantPinPolicy : Pass<"quant-pin-policy"> {
  let summary = "Stamp each quant op with the policy in force";
  let description = [{
    Gives every op whose result depends on the numeric policy an attribute
    `quantir.policy` of its own with all knobs that it depends on: what the
    attributes around it say, then the options of the pass, then the defaults. Run
    it before passes that move ops between functions or regions (inlining,
    outlining), so that an op computes the same wherever it ends up. It needs no
    second run: knobs that an op has stay.
  }];
  let options = Quant_PolicyOptions;
  let dependentDialects = ["::quantir::QuantirDialect"];
}

def QuantFoldConstants : Pass<"quant-fold-constants"> {
  let summary = "Compute casts of constants";
  let description = [{
    Replaces casts of constants (scalars, splats, dense elements and resources)
    by the constants that the lowered code would compute under the policy in
    force, bit for bit: a quantizing cast becomes an integer constant and a
    storage cast, a dequantizing cast a float constant.

    A `quant.dcast` that begins a requantization in another form than `exact` is
    left to `quant-fuse-requantize`.

    `qcast(dcast(q))` becomes `q` where both have the type of `q` and trying all
    its stored values shows that each comes back under the policies of the two
    casts (storage of up to 8 bits; up to 16 bits with few parameters). In one run
    at most 2^21 values are tried; pairs beyond that stay as they are.

    A splat that the parameters make a list of becomes one of at most 2^24
    elements; longer ones stay casts.
  }];
  let options = Quant_PolicyOptions;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::quantir::QuantirDialect"];
}

def QuantFuseRequantize : Pass<"quant-fuse-requantize"> {
  let summary = "Make one loop of integers of a dcast and a qcast of its result";
  let description = [{
    Replaces a `quant.dcast` followed by a `quant.qcast` by one loop from stored
    integers to stored integers. The knob `requantize` of the policy of the
    `quant.qcast` names what the loop computes:

    - `exact`: the two casts, each under its own policy, bit for bit. The
      expressed value between them is a scalar that never reaches memory.
    - `float-multiplier`: the difference of stored value and zero point, exact
      and rounded to f32, times the f32 quotient of the scales; then zero point,
      rounding and saturation in f32.
    - `fixed-single-round`, `fixed-double-round`: the difference times an integer
      multiplier, shifted right, in 64 bits that never wrap.

    Since `exact`, the default, changes no bits, `quant-to-linalg` always runs
    this pass.

    Between the two casts there may be ops that only put elements elsewhere:
    `tensor.reshape`, `tensor.expand_shape`, `tensor.collapse_shape`,
    `tensor.cast`, `tensor.extract_slice`, `linalg.transpose`, or a
    `linalg.generic` that is a transpose. They are done to the stored integers
    instead. Parameters per axis follow an op that keeps their axis whole; blocked
    ones a `tensor.cast`.

    The two types may differ in granularity, as long as one `linalg.generic`
    serves both. A pair is left to `quant-lower-casts`, and so computes what its
    two casts do, where

    - the parameters of the input don't follow an op between,
    - no loop serves both types: they cut an axis into blocks of which neither
      are made of the other's, or would reshape a tensor with an encoding,
    - a form with one multiplier meets two lists of scales that aren't spread
      alike.

    A `quant.dcast` that others read stays for them. A `quant.qcast` followed by
    a `quant.dcast` (fake quantization) isn't touched. A form that isn't defined
    for the types of a pair is an error that names the choices, and the module
    stays as it was.

    ```mlir
    %0 = quant.dcast %acc : tensor<8x!quant.uniform<i32:f32, 0.002>> to tensor<8xf32>
    %1 = quant.qcast %0 : tensor<8xf32> to tensor<8x!quant.uniform<i8:f32, 0.1:3>>
    ```

    becomes, with `requantize=fixed-single-round` (shortened)

    ```mlir
    %0 = quant.scast %acc : tensor<8x!quant.uniform<i32:f32, 0.002>> to tensor<8xi32>
    %1 = linalg.generic ... ins(%0 : tensor<8xi32>) outs(%empty : tensor<8xi8>) {
      %2 = arith.extsi %in : i32 to i64
      %3 = arith.muli %2, %multiplier : i64
      %4 = arith.addi %3, %half : i64
      %5 = arith.shrsi %4, %shift : i64
      %6 = arith.addi %5, %zero_point : i64
      // clamp to [-128, 127]
      %7 = arith.trunci %6 : i64 to i8
      linalg.yield %7 : i8
    }
    %2 = quant.scast %1 : tensor<8xi8> to tensor<8x!quant.uniform<i8:f32, 0.1:3>>
    ```
  }];
  let options = !listconcat(Quant_PolicyOptions, Quant_LoopOptions);
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect", "::quantir::QuantirDialect"
  ];
}

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

def QuantVerifyTarget : Pass<"quant-verify-target"> {
  let summary = "Check quant.dequant_situ_quant against the limits of a device";
  let description = [{
    The limits are those of the devices that ship the op; they are no part of its
    meaning, and nothing else in this project looks at them. The module stays as it
    is; an op beyond a limit is an error with the figure and the limit.

    `target` is one of the products on the operator's page: `atlas-a2` and `atlas-a3`
    have the op, `ascend-950`, `atlas-200i-500-a2`, `atlas-inference` and
    `atlas-training` do not.

    `rule=page` checks the formula of the page, with the sizes of tensors in bytes:
    `weight_scale + bias + quant_scale + quant_offset + (activation_scale + y_scale)
    / 40 + row of x * 10 < 196608`. A row of `x` is its whole last dimension. (A row
    of 6144 i32 alone counts 245760, and is refused.)

    `rule=host` checks what the code on the host checks instead: rows of i32 have at
    most 11501 elements, or 9310 with a bias, rows of bf16 and f16 at most 15040.

    Dynamic sizes count as 0: where it depends on them, there is a warning.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"atlas-a2\"",
           "product: atlas-a2 | atlas-a3 | ascend-950 | atlas-200i-500-a2 | "
           "atlas-inference | atlas-training">,
    Option<"rule", "rule", "std::string", "\"page\"",
           "page: the formula of the operator's page | host: the checks of the "
           "host code">
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

def QuantSettleOrder : Pass<"quant-settle-order"> {
  let summary = "Put what bufferization leaves behind into the order of the module";
  let description = [{
    Bufferization goes through functions and values in the order of their addresses
    in memory, which is another one from run to run, and the removal of conversion
    casts does so, too. It shows in two places that mean nothing, but would make each
    run's output differ from the last one's:

    - The `memref.global` ops that it makes of constants. They are moved to the
      begin of the module, in the order in which the module uses them, numbered
      anew, and get the location of their first use.
    - The uses of a value, whose order bytecode keeps. They are put into the order in
      which the module has them.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
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
    does what is in an `scf.forall` already. `threads=1` changes nothing.
  }];
  let options = [
    Option<"threads", "threads", "int64_t", "1", "number of threads">,
    Option<"minElements", "min-elements", "int64_t", "32768",
           "least number of elements for which threads are worth it">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
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

#endif // QUANTIR_TRANSFORMS_PASSES_TD
