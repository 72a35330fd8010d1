//===- passes.c - Passes and pipelines, in both hosts ---------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Pass.h"
#include "quantir-c/QuantIR.h"

/* 3.5 halfway: toward_zero gives 3, the default 4. */
static const char *const source =
    "func.func @f(%x: f32) -> !quant.uniform<i8:f32, 1.0> {\n"
    "  %q = quant.qcast %x : f32 to !quant.uniform<i8:f32, 1.0>\n"
    "  return %q : !quant.uniform<i8:f32, 1.0>\n"
    "}\n";

/* Runs `manager` on the source; the module is in `text`. */
static int run(MlirContext context, MlirPassManager manager) {
  MlirModule module = mlirModuleCreateParse(context, str(source));
  MlirOperation op = mlirModuleGetOperation(module);
  MlirLogicalResult result;
  CHECK(!mlirModuleIsNull(module));
  result = mlirPassManagerRunOnOp(manager, op);
  CHECK(mlirOperationVerify(op));
  mlirOperationPrint(op, collect, NULL);
  mlirModuleDestroy(module);
  return mlirLogicalResultIsSuccess(result);
}

static void checkOwnedPasses(MlirContext context) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(manager, mlirCreateQuantIRQuantLowerCasts());
  mlirPassManagerAddOwnedPass(manager, mlirCreateQuantIRQuantStripTypes());
  CHECK(run(context, manager));
  CHECK(textHas("math.roundeven"));
  mlirPassManagerDestroy(manager);
}

static void checkByName(MlirContext context) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  QuantirPolicy policy = quantirPolicyCreate();
  QuantirPolicy none = {NULL};
  quantirPolicySet(policy, str("rounding"), str("toward_zero"), collect, NULL);
  CHECK(mlirLogicalResultIsSuccess(
      quantirOpPassManagerAdd(passes, str("quant-lower-casts"), policy,
                              str("runtime-checks=false"), collect, NULL)));
  CHECK(mlirLogicalResultIsSuccess(
      quantirOpPassManagerAdd(passes, str("quant-strip-types"), none,
                              str("transparent-ops=my.op"), collect, NULL)));
  CHECK(run(context, manager));
  CHECK(textHas("math.trunc"));

  CHECK(mlirLogicalResultIsFailure(quantirOpPassManagerAdd(
      passes, str("quant-colour"), none, str(""), collect, NULL)));
  CHECK(textHas("expected the name of a pass or pipeline, but got "
                "'quant-colour'"));
  CHECK(mlirLogicalResultIsFailure(quantirOpPassManagerAdd(
      passes, str("quant-strip-types"), policy, str(""), collect, NULL)));
  CHECK(textHas("rounding"));
  quantirPolicyDestroy(policy);
  mlirPassManagerDestroy(manager);
}

static void checkPipeline(MlirContext context) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  QuantirPolicy policy = quantirPolicyCreate();
  quantirPolicyFillFromPreset(policy, str("onnx"), collect, NULL);
  CHECK(mlirLogicalResultIsSuccess(quantirOpPassManagerAdd(
      passes, str("quant-to-linalg"), policy, str(""), collect, NULL)));
  CHECK(run(context, manager));
  CHECK(textHas("arith.fptosi"));
  quantirPolicyDestroy(policy);
  mlirPassManagerDestroy(manager);
}

/* MLIR's own function for text. */
static void checkText(MlirContext context) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  quantirRegisterPasses();
  quantirRegisterPasses();
  CHECK(mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      str("quant-lower-casts{rounding=down},quant-strip-types"), collect,
      NULL)));
  CHECK(run(context, manager));
  CHECK(textHas("math.floor"));
  mlirPassManagerDestroy(manager);
}

/* The attribute wins over an option. */
static void checkAttribute(MlirContext context) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirModule module = mlirModuleCreateParse(context, str(source));
  MlirOperation op = mlirModuleGetOperation(module);
  QuantirPolicy policy = quantirPolicyCreate();
  quantirPolicySet(policy, str("rounding"), str("up"), collect, NULL);
  mlirOperationSetDiscardableAttributeByName(
      op, quantirPolicyAttrGetName(), quantirPolicyAttrGet(context, policy));
  mlirPassManagerAddOwnedPass(manager, mlirCreateQuantIRQuantLowerCasts());
  CHECK(mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, op)));
  mlirOperationPrint(op, collect, NULL);
  CHECK(textHas("math.ceil"));
  quantirPolicyDestroy(policy);
  mlirModuleDestroy(module);
  mlirPassManagerDestroy(manager);
}

static void checkHost(void (*registerDialects)(MlirDialectRegistry)) {
  MlirContext context = createContext(registerDialects);
  checkOwnedPasses(context);
  checkByName(context);
  checkPipeline(context);
  checkText(context);
  checkAttribute(context);
  mlirContextDestroy(context);
}

/* The other host takes its further dialects from where it has them. */
static void registerBuiltinHost(MlirDialectRegistry registry) {
  quantirRegisterBuiltinQuantExtension(registry);
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__func__(), registry);
}

int main(void) {
  checkHost(quantirRegisterStandaloneDialects);
  checkHost(registerBuiltinHost);
  return failures != 0;
}
