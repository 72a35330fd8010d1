//===- Compiler.cpp - Kernels lowered, compiled and loaded ----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "quantir/BuiltinQuant/BuiltinQuant.h"
#include "quantir/Pipelines/RegisterAll.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

#include <cstring>

using namespace mlir;
using namespace quantir;
using namespace quantir::exhaust;
using llvm::Error;
using llvm::Expected;
using llvm::orc::JITTargetMachineBuilder;
using llvm::orc::LLJIT;

uint64_t Result::get(size_t index, unsigned width) const {
  uint64_t bits = 0;
  unsigned bytes = getElementBytes(width);
  std::memcpy(&bits, data + index * bytes, bytes);
  return bits & (~uint64_t(0) >> (64 - width));
}

static std::string getName(size_t index) {
  return "kernel" + std::to_string(index);
}

//===----------------------------------------------------------------------===//
// MLIR
//===----------------------------------------------------------------------===//

static Error fail(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

Error exhaust::runPasses(ModuleOp module, StringRef passes) {
  PassManager manager(module->getContext());
  // The tool checks results, and its time matters.
  manager.enableVerifier(false);
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (failed(parsePassPipeline(passes, manager, stream)))
    return fail("passes '" + passes + "': " + message);
  if (failed(manager.run(module)))
    return fail("passes '" + passes + "' failed");
  return Error::success();
}

static StringRef getLowerCasts(Form form) {
  switch (form) {
  case Form::Plain:
    return "quant-lower-casts";
  case Form::Magic:
    return "quant-lower-casts{magic-rounding=true}";
  case Form::IntegerClamp:
    return "quant-lower-casts{magic-rounding=true integer-clamp=true}";
  case Form::Corrected:
    return "quant-lower-casts{magic-rounding=true integer-clamp=true "
           "corrected-quotient=true}";
  }
  llvm_unreachable("unknown form");
}

static bool isMagicNumber(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  auto number =
      constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
  return number && (number.getValueAsDouble() == 0x1.8p23 ||
                    number.getValueAsDouble() == 0x1.8p52);
}

/// True if the op gives the form away.
static bool showsForm(Operation *op, Form form) {
  switch (form) {
  case Form::Plain:
    return true;
  case Form::Magic:
    return isMagicNumber(op);
  case Form::IntegerClamp:
    return isa<arith::MaxSIOp>(op);
  case Form::Corrected:
    return isa<math::FmaOp>(op);
  }
  llvm_unreachable("unknown form");
}

static bool isInForm(func::FuncOp function, Form form) {
  return function
      ->walk([&](Operation *op) {
        return showsForm(op, form) ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A module of kernels in the LLVM dialect. Sets which of them have the form.
static Expected<OwningOpRef<ModuleOp>> lower(MLIRContext &context,
                                             ArrayRef<Kernel> kernels,
                                             const CompileOptions &options,
                                             std::vector<bool> &inForm) {
  std::string text;
  for (auto [index, kernel] : llvm::enumerate(kernels))
    text += kernel.getFunction(getName(index));
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return fail("the module of kernels doesn't parse");
  if (Error error = runPasses(*module, getLowerCasts(options.form)))
    return error;
  for (auto function : module->getOps<func::FuncOp>())
    inForm.push_back(isInForm(function, options.form));
  if (!options.passes.empty())
    if (Error error = runPasses(*module, options.passes))
      return error;
  if (Error error = runPasses(*module, "quant-to-llvm"))
    return error;
  return module;
}

static DialectRegistry makeRegistry(Host host) {
  DialectRegistry registry;
  if (host == Host::Standalone) {
    registerStandaloneDialects(registry);
  } else {
    registerUpstreamDialects(registry);
    registerBuiltinQuantExtension(registry);
  }
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  return registry;
}

//===----------------------------------------------------------------------===//
// LLVM
//===----------------------------------------------------------------------===//

static Expected<JITTargetMachineBuilder>
getTarget(const CompileOptions &options) {
  Expected<JITTargetMachineBuilder> target =
      JITTargetMachineBuilder::detectHost();
  if (!target)
    return target;
  target->setCodeGenOptLevel(options.optLevel > 2
                                 ? llvm::CodeGenOptLevel::Aggressive
                                 : llvm::CodeGenOptLevel::Default);
  // Nothing is contracted.
  target->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  if (!options.native) {
    bool isX86 = target->getTargetTriple().getArch() == llvm::Triple::x86_64;
    target->setCPU(isX86 ? "x86-64" : "generic");
    target->setFeatures("");
  }
  return target;
}

/// What clang runs at -O1 to -O3: loops are vectorized from -O2 on.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     unsigned level) {
  if (level == 0)
    return;
  static const llvm::OptimizationLevel levels[] = {llvm::OptimizationLevel::O1,
                                                   llvm::OptimizationLevel::O2,
                                                   llvm::OptimizationLevel::O3};
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = level > 1;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(levels[level - 1]).run(module, modules);
}

static Expected<llvm::orc::ThreadSafeModule>
translate(ModuleOp module, JITTargetMachineBuilder target, unsigned optLevel) {
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, *llvmContext, "kernels");
  if (!llvmModule)
    return fail("the module of kernels has no translation to LLVM IR");
  Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      target.createTargetMachine();
  if (!machine)
    return machine.takeError();
  llvmModule->setDataLayout((*machine)->createDataLayout());
  llvmModule->setTargetTriple((*machine)->getTargetTriple());
  optimize(*llvmModule, **machine, optLevel);
  return llvm::orc::ThreadSafeModule(std::move(llvmModule),
                                     std::move(llvmContext));
}

const DialectRegistry &exhaust::getRegistry(Host host) {
  static const DialectRegistry standalone = makeRegistry(Host::Standalone),
                               builtin = makeRegistry(Host::Builtin);
  return host == Host::Standalone ? standalone : builtin;
}

Expected<std::unique_ptr<LLJIT>>
exhaust::loadModule(ModuleOp module, const CompileOptions &options) {
  Expected<JITTargetMachineBuilder> target = getTarget(options);
  if (!target)
    return target.takeError();
  auto translated = translate(module, *target, options.optLevel);
  if (!translated)
    return translated.takeError();
  Expected<std::unique_ptr<LLJIT>> jit =
      llvm::orc::LLJITBuilder()
          .setJITTargetMachineBuilder(std::move(*target))
          .create();
  if (!jit)
    return jit.takeError();
  if (Error error = (*jit)->addIRModule(std::move(*translated)))
    return error;
  return jit;
}

Expected<std::unique_ptr<Program>>
Program::compile(ArrayRef<Kernel> kernels, const CompileOptions &options) {
  auto program = std::make_unique<Program>();
  // Kernels are many: the tool runs this function in threads of its own.
  MLIRContext context(getRegistry(options.host),
                      MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  Expected<OwningOpRef<ModuleOp>> module =
      lower(context, kernels, options, program->inForm);
  if (!module)
    return module.takeError();
  Expected<std::unique_ptr<LLJIT>> jit = loadModule(**module, options);
  if (!jit)
    return jit.takeError();
  for (size_t i = 0; i < kernels.size(); ++i) {
    auto address = (*jit)->lookup("_mlir_ciface_" + getName(i));
    if (!address)
      return address.takeError();
    program->functions.push_back(address->toPtr<Function>());
  }
  program->jit = std::move(*jit);
  return program;
}

Result Program::run(size_t index, const Kernel &kernel, const char *input,
                    int64_t count) const {
  // MLIR's descriptor of a buffer: two pointers, an offset, sizes, strides.
  int64_t rows = kernel.rows.size();
  int64_t address = reinterpret_cast<int64_t>(input);
  std::vector<int64_t> operand = {address, address, 0};
  if (rows > 1)
    operand.insert(operand.end(), {rows, count, count, 1});
  else
    operand.insert(operand.end(), {count, 1});
  std::vector<int64_t> result(operand.size());
  functions[index](result.data(), operand.data());
  unsigned bytes = getElementBytes(kernel.getOutputWidth());
  return Result(reinterpret_cast<void *>(result[0]),
                reinterpret_cast<const char *>(result[1]) + result[2] * bytes);
}
