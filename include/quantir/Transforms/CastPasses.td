//===- CastPasses.td - Passes over casts and quantized types *- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_CASTPASSES_TD
#define QUANTIR_TRANSFORMS_CASTPASSES_TD

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

#endif // QUANTIR_TRANSFORMS_CASTPASSES_TD
