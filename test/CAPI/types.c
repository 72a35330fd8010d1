//===- types.c - Quantized types, in both hosts ---------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Quant.h"
#include "quantir-c/QuantIR.h"

static int isText(MlirType type, MlirContext context, const char *words) {
  return mlirTypeEqual(type, mlirTypeParseGet(context, str(words)));
}

static void checkPerTensor(MlirContext context) {
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirType f32 = mlirF32TypeGet(context);
  QuantirStorage u8 = quantirStorageGet(8, false);
  MlirType type = quantirUniformTypeGet(location, f32, u8, 0.5, 128);
  double scale;
  int64_t zeroPoint;

  CHECK(u8.width == 8 && !u8.isSigned && u8.min == 0 && u8.max == 255);
  CHECK(isText(type, context, "!quant.uniform<u8:f32, 0.5:128>"));
  CHECK(quantirTypeIsAQuantized(type) && quantirTypeIsAUniform(type));
  CHECK(quantirUniformTypeGetGranularity(type) == QuantirPerTensor);
  CHECK(quantirUniformTypeGetStorage(type).max == 255);
  CHECK(mlirTypeEqual(quantirUniformTypeGetStorageType(type),
                      mlirIntegerTypeGet(context, 8)));
  CHECK(mlirTypeEqual(quantirUniformTypeGetExpressedType(type), f32));
  CHECK(quantirUniformTypeGetNumScales(type) == 1);
  CHECK(quantirUniformTypeGetNumAxes(type) == 0);
  CHECK(quantirUniformTypeGetGridRank(type) == 0);
  quantirUniformTypeGetParameters(type, &scale, &zeroPoint);
  CHECK(scale == 0.5 && zeroPoint == 128);
}

static void checkPerAxis(MlirContext context) {
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirType f16 = mlirF16TypeGet(context);
  QuantirStorage i8 = quantirStorageGet(8, true);
  double scales[] = {0.5, 0.25, 2.0};
  int64_t zeroPoints[] = {0, -1, 7};
  double scalesBack[3];
  int64_t zeroPointsBack[3], axis = -1, size = -1;
  MlirType type;

  i8.min = -100;
  i8.max = 100;
  type =
      quantirUniformPerAxisTypeGet(location, f16, i8, 1, 3, scales, zeroPoints);
  CHECK(isText(type, context,
               "!quant.uniform<i8<-100:100>:f16:1, {0.5, 0.25:-1, 2.0:7}>"));
  CHECK(quantirUniformTypeGetGranularity(type) == QuantirPerAxis);
  CHECK(quantirUniformTypeGetStorage(type).min == -100);
  CHECK(quantirUniformTypeGetNumScales(type) == 3);
  quantirUniformTypeGetParameters(type, scalesBack, zeroPointsBack);
  CHECK(memcmp(scales, scalesBack, sizeof(scales)) == 0);
  CHECK(memcmp(zeroPoints, zeroPointsBack, sizeof(zeroPoints)) == 0);
  quantirUniformTypeGetParameters(type, NULL, NULL);
  CHECK(quantirUniformTypeGetNumAxes(type) == 1);
  quantirUniformTypeGetAxes(type, &axis, NULL);
  CHECK(axis == 1);
  CHECK(quantirUniformTypeGetGridRank(type) == 1);
  quantirUniformTypeGetGridShape(type, &size);
  CHECK(size == 3);
}

static void checkBlocked(MlirContext context) {
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirType f32 = mlirF32TypeGet(context);
  QuantirStorage u4 = quantirStorageGet(4, false);
  int64_t axes[] = {0, 1}, blockSizes[] = {1, 4}, grid[] = {2, 2};
  double scales[] = {0.5, 0.25, 0.125, 1.0};
  int64_t zeroPoints[] = {8, 9, 15, 0};
  int64_t axesBack[2], blocksBack[2], gridBack[2], zeroPointsBack[4];
  MlirType type = quantirUniformBlockedTypeGet(
      location, f32, u4, 2, axes, blockSizes, 2, grid, scales, zeroPoints);

  CHECK(isText(type, context,
               "!quant.uniform<u4:f32:{0:1, 1:4}, "
               "{{0.5:8, 0.25:9}, {0.125:15, 1.0}}>"));
  CHECK(quantirUniformTypeGetGranularity(type) == QuantirBlocked);
  CHECK(quantirUniformTypeGetNumScales(type) == 4);
  quantirUniformTypeGetParameters(type, NULL, zeroPointsBack);
  CHECK(memcmp(zeroPoints, zeroPointsBack, sizeof(zeroPoints)) == 0);
  CHECK(quantirUniformTypeGetNumAxes(type) == 2);
  quantirUniformTypeGetAxes(type, axesBack, blocksBack);
  CHECK(memcmp(axes, axesBack, sizeof(axes)) == 0);
  CHECK(memcmp(blockSizes, blocksBack, sizeof(blockSizes)) == 0);
  CHECK(quantirUniformTypeGetGridRank(type) == 2);
  quantirUniformTypeGetGridShape(type, gridBack);
  CHECK(memcmp(grid, gridBack, sizeof(grid)) == 0);
}

static void checkOthers(MlirContext context) {
  MlirType any = mlirTypeParseGet(context, str("!quant.any<i8:f32>"));
  MlirType f32 = mlirF32TypeGet(context);
  CHECK(quantirTypeIsAQuantized(any) && !quantirTypeIsAUniform(any));
  CHECK(!quantirTypeIsAQuantized(f32) && !quantirTypeIsAUniform(f32));
}

static void checkErrors(MlirContext context) {
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirType f32 = mlirF32TypeGet(context);
  QuantirStorage i8 = quantirStorageGet(8, true);
  QuantirStorage wide = quantirStorageGet(65, true);
  double scales[] = {1.0, -2.0};
  int64_t zeroPoints[] = {0, 0}, axes[] = {0}, none[] = {0}, grid[] = {0, 1};
  int64_t large[] = {INT64_C(1) << 62, 4};

  CHECK(mlirTypeIsNull(quantirUniformTypeGet(location, f32, i8, 0.0, 0)));
  CHECK(textHas("illegal scale: 0.000000e+00"));
  CHECK(mlirTypeIsNull(quantirUniformTypeGet(location, f32, wide, 1.0, 0)));
  CHECK(textHas("65"));
  CHECK(mlirTypeIsNull(quantirUniformTypeGet(
      location, f32, quantirStorageGet(0, false), 1.0, 0)));
  CHECK(textHas("0"));
  CHECK(mlirTypeIsNull(quantirUniformTypeGet(
      location, mlirIntegerTypeGet(context, 8), i8, 1.0, 0)));
  CHECK(textHas("expected a float as expressed type, but got 'i8'"));
  CHECK(mlirTypeIsNull(quantirUniformPerAxisTypeGet(location, f32, i8, 0, 2,
                                                    scales, zeroPoints)));
  CHECK(textHas("illegal scale: -2.000000e+00"));
  CHECK(mlirTypeIsNull(quantirUniformPerAxisTypeGet(location, f32, i8, 0, 0,
                                                    scales, zeroPoints)));
  text[0] = '\0';
  CHECK(mlirTypeIsNull(quantirUniformBlockedTypeGet(
      location, f32, i8, 1, axes, none, 2, grid, scales, zeroPoints)));
  CHECK(textHas("expected a grid of positive sizes, less than 2^63 in all, "
                "but got "));
  /* Two sizes whose product is 2^64. */
  CHECK(mlirTypeIsNull(quantirUniformBlockedTypeGet(
      location, f32, i8, 1, axes, none, 2, large, scales, zeroPoints)));
  CHECK(textHas("expected a grid of positive sizes, less than 2^63 in all, "
                "but got "));
  grid[0] = 1;
  CHECK(mlirTypeIsNull(quantirUniformBlockedTypeGet(
      location, f32, i8, 1, axes, none, 2, grid, scales, zeroPoints)));
  text[0] = '\0';
}

static void checkHost(void (*registerDialects)(MlirDialectRegistry)) {
  MlirContext context = createContext(registerDialects);
  checkPerTensor(context);
  checkPerAxis(context);
  checkBlocked(context);
  checkOthers(context);
  checkErrors(context);
  mlirContextDestroy(context);
}

static void registerNothing(MlirDialectRegistry registry) { (void)registry; }

static void registerMlirQuant(MlirDialectRegistry registry) {
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__quant__(), registry);
}

int main(void) {
  MlirContext empty = createContext(registerNothing);
  checkHost(quantirRegisterQuantDialect);
  checkHost(quantirRegisterStandaloneDialects);
  checkHost(quantirRegisterBuiltinQuantExtension);

  /* A host without any quant dialect. */
  CHECK(mlirTypeIsNull(quantirUniformTypeGet(
      mlirLocationUnknownGet(empty), mlirF32TypeGet(empty),
      quantirStorageGet(8, true), 1.0, 0)));
  CHECK(textHas("expected a context that knows a quant dialect"));
  mlirContextDestroy(empty);

  /* A host with MLIR's dialect as it is. */
  MlirContext plain = createContext(registerMlirQuant);
  CHECK(mlirTypeIsNull(quantirUniformTypeGet(
      mlirLocationUnknownGet(plain), mlirF32TypeGet(plain),
      quantirStorageGet(8, true), 1.0, 0)));
  CHECK(textHas("expected a context with QuantIR's extension of MLIR's quant "
                "dialect"));
  mlirContextDestroy(plain);
  return failures != 0;
}
