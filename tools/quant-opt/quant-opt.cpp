#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "quantir/IR/QuantDialect.h"
int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  quantir::registerQuantDialect(registry);
  registry.insert<mlir::func::FuncDialect>();
  mlir::registerTransformsPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "QuantIR", registry));
}
