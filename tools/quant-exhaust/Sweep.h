//===- Sweep.h - Kernels run on many inputs and compared --------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TOOLS_QUANTEXHAUST_SWEEP_H
#define QUANTIR_TOOLS_QUANTEXHAUST_SWEEP_H

#include "Compiler.h"

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>

namespace quantir::exhaust {

/// Counts by group, the first mismatches, and a progress bar. Called from many
/// threads.
class Report {
public:
  explicit Report(std::string title) : title(std::move(title)) {}

  /// Announces so many inputs for the bar.
  void expect(uint64_t inputs) { expected += inputs; }
  void addKernel(const Kernel &kernel, bool hasForm);
  void addInputs(const Kernel &kernel, uint64_t inputs);
  void addMismatch(const Kernel &kernel, size_t row, uint64_t input,
                   uint64_t expectedBits, uint64_t actualBits);
  void addError(llvm::Error error);

  /// Prints the counts on standard output; true if nothing was wrong and there
  /// was something to compare.
  bool print();

private:
  struct Count {
    uint64_t kernels = 0, inForm = 0, inputs = 0, mismatches = 0;
  };
  void showProgress();

  std::string title;
  std::mutex mutex;
  std::map<std::string, Count> counts;
  uint64_t expected = 0, done = 0, errors = 0, shown = 0;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

struct SweepOptions {
  CompileOptions compile;
  unsigned threads = 1;
};

/// Compares on all input patterns with the evaluator.
void sweepAllPatterns(llvm::ArrayRef<Kernel> kernels,
                      const SweepOptions &options, Report &report);

/// Compares quantizations of f32 with the steps of the evaluator: on all 2^32
/// inputs, or, where `sample` isn't 0, on so many random ones, the inputs
/// around every step, and the special ones.
void sweepSingle(llvm::ArrayRef<Kernel> kernels, uint64_t sample,
                 const SweepOptions &options, Report &report);

} // namespace quantir::exhaust

#endif // QUANTIR_TOOLS_QUANTEXHAUST_SWEEP_H
