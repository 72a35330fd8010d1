//===- FusedOpPasses.td - Passes over the fused op ---------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_FUSEDOPPASSES_TD
#define QUANTIR_TRANSFORMS_FUSEDOPPASSES_TD

include "mlir/Pass/PassBase.td"
include "quantir/Transforms/PolicyOptions.td"

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
           "product: atlas-a2 (default) | atlas-a3 | ascend-950 | atlas-200i-500-a2 | "
           "atlas-inference | atlas-training">,
    Option<"rule", "rule", "std::string", "\"page\"",
           "page (default): the formula of the operator's page | host: the "
           "checks of the host code">
  ];
}

#endif // QUANTIR_TRANSFORMS_FUSEDOPPASSES_TD
