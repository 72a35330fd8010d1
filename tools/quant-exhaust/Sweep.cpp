//===- Sweep.cpp - Kernels run on many inputs and compared ----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sweep.h"
#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <numeric>
#include <random>
#include <thread>

using namespace quantir;
using namespace quantir::exhaust;
using llvm::APFloat;
using llvm::ArrayRef;

/// Calls `work(i)` for all i below `count`, in so many threads.
static void inThreads(unsigned threads, uint64_t count,
                      llvm::function_ref<void(uint64_t)> work) {
  std::atomic<uint64_t> next{0};
  auto run = [&] {
    for (uint64_t i = next++; i < count; i = next++)
      work(i);
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < threads; ++i)
    workers.emplace_back(run);
  run();
  for (std::thread &worker : workers)
    worker.join();
}

/// Functions of a module: enough to pay for its context, few enough to share
/// among threads.
static constexpr size_t kBatch = 64;

/// Compiles kernels in batches, in threads, and hands each program over.
static void compileBatches(
    ArrayRef<Kernel> kernels, const SweepOptions &options, Report &report,
    llvm::function_ref<void(std::unique_ptr<Program>, size_t first)> use) {
  size_t batches = llvm::divideCeil(kernels.size(), kBatch);
  inThreads(options.threads, batches, [&](uint64_t batch) {
    size_t first = batch * kBatch;
    ArrayRef<Kernel> part =
        kernels.slice(first, std::min(kBatch, kernels.size() - first));
    auto program = Program::compile(part, options.compile);
    if (!program)
      return report.addError(program.takeError());
    for (auto [i, kernel] : llvm::enumerate(part))
      report.addKernel(kernel, (*program)->hasForm(i));
    use(std::move(*program), first);
  });
}

//===----------------------------------------------------------------------===//
// Lists of inputs
//===----------------------------------------------------------------------===//

using Expectation = llvm::function_ref<uint64_t(size_t row, uint64_t bits)>;

/// Runs one kernel on the same inputs in every row.
static void compareInputs(const Kernel &kernel, const Program &program,
                          size_t index, ArrayRef<uint64_t> inputs,
                          Expectation expected, Report &report) {
  unsigned bytes = getElementBytes(kernel.getInputWidth());
  unsigned width = kernel.getOutputWidth();
  size_t rows = kernel.rows.size();
  std::vector<char> buffer(rows * inputs.size() * bytes);
  char *next = buffer.data();
  for (size_t row = 0; row < rows; ++row)
    for (uint64_t bits : inputs) {
      std::memcpy(next, &bits, bytes);
      next += bytes;
    }
  Result result = program.run(index, kernel, buffer.data(), inputs.size());
  const llvm::fltSemantics &expressed = kernel.getExpressed();
  uint64_t infinity =
      APFloat::getInf(expressed).bitcastToAPInt().getZExtValue();
  uint64_t magnitude = ~uint64_t(0) >> (65 - kernel.getExpressedWidth());
  for (size_t row = 0; row < rows; ++row)
    for (auto [i, bits] : llvm::enumerate(inputs)) {
      uint64_t actual = result.get(row * inputs.size() + i, width);
      if (!kernel.quantizes && (actual & magnitude) > infinity)
        actual = getNanPattern(expressed);
      uint64_t wanted = expected(row, bits);
      if (actual != wanted)
        report.addMismatch(kernel, row, bits, wanted, actual);
    }
  report.addInputs(kernel, rows * inputs.size());
}

namespace {

/// The evaluator's results for all inputs of a kernel. Those of kernels that
/// differ in the knob `nan` only are shared: what is the same with NaN at
/// either bound is no NaN. Every other result is evaluated for each kernel.
class AllResults {
public:
  /// `next` is the kernel to come after this one, if there is one.
  void set(const Kernel &kernel, const Kernel *next) {
    oracles = getOracles(kernel);
    std::string newKey = getKey(kernel);
    if (newKey == key)
      return;
    key = newKey;
    highResults.clear();
    if (!next || getKey(*next) != key) {
      results = evaluateAll(kernel);
      return;
    }
    results = evaluateAll(withNan(kernel, NanValue::StorageMin));
    highResults = evaluateAll(withNan(kernel, NanValue::StorageMax));
  }

  uint64_t operator()(size_t row, uint64_t bits) const {
    uint64_t result = results[row][bits];
    bool mayBeNan = !highResults.empty() && highResults[row][bits] != result;
    return mayBeNan ? oracles[row](bits) : result;
  }

private:
  static Kernel withNan(Kernel kernel, NanValue nan) {
    kernel.policy.nan = nan;
    return kernel;
  }

  static std::string getKey(const Kernel &kernel) {
    Kernel any = withNan(kernel, NanValue::Zero);
    return any.getType() + any.getPolicy();
  }

  static std::vector<Oracle> getOracles(const Kernel &kernel) {
    std::vector<Oracle> result;
    for (size_t row = 0; row < kernel.rows.size(); ++row)
      result.emplace_back(kernel, row, /*bySteps=*/false);
    return result;
  }

  static std::vector<std::vector<uint64_t>> evaluateAll(const Kernel &kernel) {
    std::vector<std::vector<uint64_t>> result;
    for (const Oracle &oracle : getOracles(kernel))
      result.push_back(oracle.evaluateAll(kernel.getInputWidth()));
    return result;
  }

  std::string key;
  std::vector<Oracle> oracles;
  std::vector<std::vector<uint64_t>> results, highResults;
};

} // namespace

void exhaust::sweepAllPatterns(ArrayRef<Kernel> kernels,
                               const SweepOptions &options, Report &report) {
  for (const Kernel &kernel : kernels)
    report.expect(kernel.rows.size() << kernel.getInputWidth());
  compileBatches(kernels, options, report,
                 [&](std::unique_ptr<Program> program, size_t first) {
                   size_t last = std::min(first + kBatch, kernels.size());
                   AllResults expected;
                   for (size_t i = first; i < last; ++i) {
                     std::vector<uint64_t> inputs(
                         uint64_t(1) << kernels[i].getInputWidth());
                     std::iota(inputs.begin(), inputs.end(), 0);
                     expected.set(kernels[i],
                                  i + 1 < last ? &kernels[i + 1] : nullptr);
                     compareInputs(kernels[i], *program, i - first, inputs,
                                   expected, report);
                   }
                 });
}

/// Random patterns, and those where something happens.
static std::vector<uint64_t> getSample(const Oracle &oracle, uint64_t count) {
  std::vector<uint64_t> inputs;
  constexpr uint32_t kSign = 0x80000000, kInfinity = 0x7F800000,
                     kNormal = 0x00800000, kQuiet = 0x7FC00000;
  for (uint32_t bits :
       {0u, 1u, 2u, kNormal - 1, kNormal, kNormal + 1, kInfinity - 1, kInfinity,
        kInfinity + 1, kQuiet, kQuiet + 1, kSign - 1})
    inputs.insert(inputs.end(), {bits, bits | kSign});
  constexpr int64_t kAround = 4;
  if (const std::optional<StepFunction> &steps = oracle.getSteps())
    for (const StepFunction::Step &step : steps->getSteps())
      for (int64_t i = -kAround; i <= kAround; ++i)
        inputs.push_back(steps->getBits(steps->getKey(step.first) + i));
  std::mt19937 random(4);
  while (inputs.size() < count)
    inputs.push_back(random());
  return inputs;
}

//===----------------------------------------------------------------------===//
// All inputs of f32
//===----------------------------------------------------------------------===//

namespace {

/// The expected bytes for the patterns [first, first + size), which have one
/// sign: found by halving, since between equal ends all is equal.
class Expected {
public:
  Expected(const Oracle &oracle, uint64_t first, size_t size)
      : oracle(oracle), first(first), bytes(size) {
    // Ordered from the least finite number on; zero, infinity and NaN apart.
    size_t low = 0, high = size;
    while (low < high && isApart(low))
      set(low++);
    while (low < high && isApart(high - 1))
      set(--high);
    if (low < high) {
      set(low);
      set(high - 1);
      fill(low, high - 1);
    }
  }

  const uint8_t *data() const { return bytes.data(); }

private:
  bool isApart(size_t i) const {
    uint64_t magnitude = (first + i) & 0x7FFFFFFF;
    return magnitude == 0 || magnitude >= 0x7F800000;
  }
  void set(size_t i) { bytes[i] = static_cast<uint8_t>(oracle(first + i)); }
  void fill(size_t low, size_t high) {
    if (high - low < 2)
      return;
    if (bytes[low] == bytes[high]) {
      std::memset(&bytes[low], bytes[low], high - low);
      return;
    }
    size_t middle = low + (high - low) / 2;
    set(middle);
    fill(low, middle);
    fill(middle, high);
  }

  const Oracle &oracle;
  uint64_t first;
  std::vector<uint8_t> bytes;
};

} // namespace

static constexpr uint64_t kChunk = 1 << 16,
                          kChunks = (uint64_t(1) << 32) / kChunk;

static void compareChunk(const Kernel &kernel, const Program &program,
                         size_t index, uint64_t chunk, const Oracle &oracle,
                         Report &report) {
  uint64_t first = chunk * kChunk;
  std::vector<uint32_t> inputs(kChunk);
  std::iota(inputs.begin(), inputs.end(), static_cast<uint32_t>(first));
  Result result = program.run(
      index, kernel, reinterpret_cast<const char *>(inputs.data()), kChunk);
  Expected expected(oracle, first, kChunk);
  if (std::memcmp(result.getData(), expected.data(), kChunk) != 0)
    for (uint64_t i = 0; i < kChunk; ++i)
      if (uint64_t actual = result.get(i, 8); actual != expected.data()[i])
        report.addMismatch(kernel, 0, first + i, expected.data()[i], actual);
  report.addInputs(kernel, kChunk);
}

void exhaust::sweepSingle(ArrayRef<Kernel> kernels, uint64_t sample,
                          const SweepOptions &options, Report &report) {
  std::vector<std::pair<std::unique_ptr<Program>, size_t>> programs;
  std::mutex mutex;
  compileBatches(kernels, options, report,
                 [&](std::unique_ptr<Program> program, size_t first) {
                   std::lock_guard<std::mutex> lock(mutex);
                   programs.emplace_back(std::move(program), first);
                 });
  // Steps are found in one go, and the number of inputs is known then.
  std::vector<std::vector<Oracle>> oracles(kernels.size());
  std::vector<std::vector<uint64_t>> inputs(kernels.size());
  inThreads(options.threads, kernels.size(), [&](uint64_t i) {
    for (size_t row = 0; row < kernels[i].rows.size(); ++row)
      oracles[i].emplace_back(kernels[i], row, /*bySteps=*/true);
    if (sample)
      inputs[i] = getSample(oracles[i].front(), sample);
  });
  for (const auto &list : inputs)
    report.expect(sample ? list.size() : kChunk * kChunks);

  for (const auto &[program, first] : programs)
    for (size_t i = first; i < std::min(first + kBatch, kernels.size()); ++i) {
      if (sample) {
        compareInputs(
            kernels[i], *program, i - first, inputs[i],
            [&](size_t row, uint64_t bits) { return oracles[i][row](bits); },
            report);
        continue;
      }
      inThreads(options.threads, kChunks,
                [&, &program = program, first = first](uint64_t chunk) {
                  compareChunk(kernels[i], *program, i - first, chunk,
                               oracles[i].front(), report);
                });
    }
}
