//===- Activations.cpp - Tanh and sigmoid against double ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Activations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "quantir/Numerics/Activation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <thread>

using namespace mlir;
using namespace quantir;
using namespace quantir::exhaust;

namespace {

struct Variant {
  const char *name;
  ActivationForm form;
  /// Largest error that is promised, of tanh and of the sigmoid.
  double limits[2];
};

/// Inputs that a compiled function takes at once.
constexpr int64_t kChunk = 1 << 14;

struct Worst {
  double error = 0;
  float input = 0;
  bool losesNan = false;

  void add(double candidate, float at) {
    if (candidate > error) {
      error = candidate;
      input = at;
    }
  }
  void add(const Worst &other) {
    add(other.error, other.input);
    losesNan |= other.losesNan;
  }
};

} // namespace

static const Variant kVariants[] = {
    {"poly", {MathForm::Poly, /*fma=*/false}, {5, 3}},
    {"poly, fma", {MathForm::Poly, /*fma=*/true}, {5, 3}},
    {"accurate", {MathForm::Accurate, /*fma=*/false}, {1, 1}},
};
static constexpr size_t kNumVariants = std::size(kVariants);
static constexpr const char *kFunctions[] = {"tanh", "sigmoid"};

/// One result for each variant of each function.
using AllWorst = std::array<std::array<Worst, kNumVariants>, 2>;

static std::string getName(size_t function, size_t variant) {
  return std::string(kFunctions[function]) + std::to_string(variant);
}

/// A loop of one function over a buffer.
static void buildFunction(ImplicitLocOpBuilder &b, size_t function,
                          size_t variant) {
  OpBuilder::InsertionGuard guard(b);
  auto buffer = MemRefType::get({kChunk}, b.getF32Type());
  auto op = func::FuncOp::create(b, getName(function, variant),
                                 b.getFunctionType({buffer, buffer}, {}));
  op->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(), b.getUnitAttr());
  Block *entry = op.addEntryBlock();
  b.setInsertionPointToStart(entry);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value size = arith::ConstantIndexOp::create(b, kChunk);
  auto loop = scf::ForOp::create(b, zero, size, one);
  func::ReturnOp::create(b);
  b.setInsertionPointToStart(loop.getBody());
  Value x =
      memref::LoadOp::create(b, entry->getArgument(0), loop.getInductionVar());
  ActivationForm form = kVariants[variant].form;
  Value y = function == 0 ? emitTanh(b, form, x) : emitSigmoid(b, form, x);
  memref::StoreOp::create(b, y, entry->getArgument(1), loop.getInductionVar());
}

static OwningOpRef<ModuleOp> buildModule(MLIRContext &context) {
  Location loc = UnknownLoc::get(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  ImplicitLocOpBuilder b(loc, &context);
  b.setInsertionPointToStart(module->getBody());
  for (size_t function : {0, 1})
    for (size_t variant = 0; variant < kNumVariants; ++variant)
      buildFunction(b, function, variant);
  return module;
}

static double getExpected(size_t function, double x) {
  if (function == 0)
    return std::tanh(x);
  // Without loss where exp(-x) is large.
  double t = std::exp(-std::fabs(x));
  return (x < 0 ? t : 1) / (1 + t);
}

/// The distance in units of the last place of f32 at `expected`.
static double getError(float found, double expected) {
  if (std::isnan(expected))
    return 0;
  int exponent = -148;
  if (expected != 0)
    std::frexp(std::fabs(expected), &exponent);
  double unit = std::ldexp(1.0, std::max(exponent - 24, -149));
  double error = std::fabs(found - expected) / unit;
  // NaN where there should be a number.
  return std::isnan(error) ? HUGE_VAL : error;
}

namespace {

/// Compiled functions, and the sweep of one thread over its share of inputs.
class Sweep {
public:
  using Function = void (*)(int64_t *input, int64_t *output);

  Sweep(llvm::orc::LLJIT &jit, uint64_t step) : step(step) {
    for (size_t function : {0, 1})
      for (size_t variant = 0; variant < kNumVariants; ++variant)
        functions[function][variant] =
            llvm::cantFail(
                jit.lookup("_mlir_ciface_" + getName(function, variant)))
                .toPtr<Function>();
  }

  uint64_t getNumChunks() const {
    return ((uint64_t(1) << 32) / step + kChunk - 1) / kChunk;
  }
  /// All inputs of a chunk; beyond the last one they begin again.
  void run(uint64_t chunk, AllWorst &worst) const;

private:
  uint64_t step;
  Function functions[2][kNumVariants];
};

} // namespace

void Sweep::run(uint64_t chunk, AllWorst &worst) const {
  std::vector<float> input(kChunk), output(kChunk);
  std::vector<double> expected(kChunk);
  for (int64_t i = 0; i < kChunk; ++i) {
    auto bits = static_cast<uint32_t>((chunk * kChunk + i) * step);
    std::memcpy(&input[i], &bits, sizeof(bits));
  }
  auto descriptor = [](float *data) -> std::array<int64_t, 5> {
    auto address = reinterpret_cast<int64_t>(data);
    return {address, address, 0, kChunk, 1};
  };
  std::array<int64_t, 5> from = descriptor(input.data()),
                         to = descriptor(output.data());
  for (size_t function : {0, 1}) {
    for (int64_t i = 0; i < kChunk; ++i)
      expected[i] = getExpected(function, input[i]);
    for (size_t variant = 0; variant < kNumVariants; ++variant) {
      functions[function][variant](from.data(), to.data());
      Worst &found = worst[function][variant];
      for (int64_t i = 0; i < kChunk; ++i) {
        found.add(getError(output[i], expected[i]), input[i]);
        found.losesNan |= std::isnan(expected[i]) && !std::isnan(output[i]);
      }
    }
  }
}

static bool print(const AllWorst &worst, uint64_t inputs) {
  bool good = true;
  for (size_t function : {0, 1})
    for (size_t variant = 0; variant < kNumVariants; ++variant) {
      const Worst &found = worst[function][variant];
      double limit = kVariants[variant].limits[function];
      bool holds = found.error <= limit && !found.losesNan;
      good &= holds;
      llvm::outs() << kFunctions[function] << ", " << kVariants[variant].name
                   << ": " << inputs << " inputs, largest error "
                   << llvm::format("%.4f ulp at %a", found.error, found.input)
                   << (found.losesNan ? ", NaN gives a number" : "")
                   << llvm::format(", at most %.0f promised", limit)
                   << (holds ? "" : ": FAILED") << "\n";
    }
  return good;
}

llvm::Expected<bool> exhaust::sweepActivations(uint64_t sample,
                                               const SweepOptions &options) {
  MLIRContext context(getRegistry(options.compile.host),
                      MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = buildModule(context);
  if (llvm::Error error = runPasses(*module, "quant-to-llvm"))
    return error;
  auto jit = loadModule(*module, options.compile);
  if (!jit)
    return jit.takeError();
  // An odd step meets numbers of every kind.
  uint64_t step = sample ? ((uint64_t(1) << 32) / sample) | 1 : 1;
  Sweep sweep(**jit, step);

  std::atomic<uint64_t> next = 0;
  std::mutex mutex;
  AllWorst worst;
  auto work = [&] {
    AllWorst mine;
    for (uint64_t chunk; (chunk = next++) < sweep.getNumChunks();)
      sweep.run(chunk, mine);
    std::lock_guard<std::mutex> lock(mutex);
    for (size_t function : {0, 1})
      for (size_t variant = 0; variant < kNumVariants; ++variant)
        worst[function][variant].add(mine[function][variant]);
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < options.threads; ++i)
    workers.emplace_back(work);
  work();
  for (std::thread &worker : workers)
    worker.join();
  return print(worst, sweep.getNumChunks() * kChunk);
}
