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
    checks it at run time.

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
  let options = !listconcat(Quant_PolicyOptions, [
    Option<"runtimeChecks", "runtime-checks", "bool", "true",
           "check with cf.assert what dynamic shapes and unknown ranks must be "
           "for the parameters to fit">
  ]);
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::quantir::QuantirDialect"
  ];
}

def QuantStripTypes : Pass<"quant-strip-types"> {
  let summary = "Replace quantized types by their storage types everywhere";
  let description = [{
    Replaces every quantized type by its signless storage type: in functions,
    calls and returns, in control flow, in ops that only move values, in nested
    types and in type attributes; `quant.scast` disappears. An op that holds a
    quantized value and isn't known to leave it alone is an error that names the
    op, and the module stays as it was.
  }];
}

def QuantNormalizeTypes : Pass<"quant-normalize-types"> {
  let summary = "Replace quantized types by simpler ones that say the same";
  let description = [{
    Replaces a blocked type by a per-axis one where every block is one element
    of one axis, and a blocked or per-axis type by a per-tensor one where all
    parameters are equal, throughout the module.
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

    `qcast(dcast(q))` becomes `q` where both have the type of `q` and trying all
    its stored values shows that each comes back under the policies of the two
    casts (storage of up to 8 bits; up to 16 bits with few parameters).
  }];
  let options = Quant_PolicyOptions;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::quantir::QuantirDialect"];
}

#endif // QUANTIR_TRANSFORMS_PASSES_TD
