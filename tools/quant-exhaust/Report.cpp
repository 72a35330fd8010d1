//===- Report.cpp - Counts, mismatches and progress -----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sweep.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace quantir;
using namespace quantir::exhaust;

static std::string getGroup(const Kernel &kernel) {
  std::string format = getFormatName(kernel.getExpressed()).str();
  const ElementParameters &p = kernel.rows.front();
  std::string storage =
      (p.isSigned ? "i" : "u") + (p.width == 8 ? std::string("8") : "...");
  return kernel.quantizes ? format + " -> " + storage
                          : storage + " -> " + format;
}

void Report::addKernel(const Kernel &kernel, bool hasForm) {
  std::lock_guard<std::mutex> lock(mutex);
  Count &count = counts[getGroup(kernel)];
  ++count.kernels;
  count.inForm += hasForm;
}

void Report::addInputs(const Kernel &kernel, uint64_t inputs) {
  std::lock_guard<std::mutex> lock(mutex);
  counts[getGroup(kernel)].inputs += inputs;
  done += inputs;
  showProgress();
}

void Report::addMismatch(const Kernel &kernel, size_t row, uint64_t input,
                         uint64_t expectedBits, uint64_t actualBits) {
  constexpr uint64_t kShown = 20;
  std::lock_guard<std::mutex> lock(mutex);
  ++counts[getGroup(kernel)].mismatches;
  if (++shown > kShown)
    return;
  llvm::errs() << "\nmismatch: expected " << llvm::format_hex(expectedBits, 4)
               << ", but got " << llvm::format_hex(actualBits, 4) << " for "
               << llvm::format_hex(input, 4) << " in row " << row << " of "
               << kernel.getType() << " under " << kernel.getPolicy() << "\n";
}

void Report::addError(llvm::Error error) {
  std::lock_guard<std::mutex> lock(mutex);
  // The linker names every function of the module.
  constexpr size_t kLongest = 300;
  ++errors;
  llvm::errs() << "\nerror: "
               << llvm::toString(std::move(error)).substr(0, kLongest) << "\n";
}

/// On a terminal only, a few times a second.
void Report::showProgress() {
  static const bool isTerminal = llvm::sys::Process::StandardErrIsDisplayed();
  constexpr unsigned kWidth = 40;
  auto now = std::chrono::steady_clock::now();
  static auto last = now;
  bool isEnd = done == expected;
  if (!isTerminal || expected == 0 ||
      (!isEnd && now - last < std::chrono::milliseconds(200)))
    return;
  last = now;
  double share = static_cast<double>(done) / static_cast<double>(expected);
  double seconds = std::chrono::duration<double>(now - start).count();
  auto filled = static_cast<unsigned>(share * kWidth);
  llvm::errs() << "\r[" << std::string(filled, '#')
               << std::string(kWidth - filled, ' ') << "] "
               << llvm::format("%5.1f %%, %.0f s left  ", share * 100,
                               seconds / share - seconds);
  if (isEnd)
    llvm::errs() << "\n";
}

bool Report::print() {
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  llvm::outs() << title << llvm::format(", %.1f s\n", seconds)
               << "cast               functions    in form           inputs  "
                  "mismatches\n";
  Count all;
  auto printRow = [](const std::string &name, const Count &count) {
    llvm::outs() << llvm::format("%-16s %11llu %10llu %16llu %11llu\n",
                                 name.c_str(), count.kernels, count.inForm,
                                 count.inputs, count.mismatches);
  };
  for (const auto &[name, count] : counts) {
    printRow(name, count);
    all.kernels += count.kernels;
    all.inForm += count.inForm;
    all.inputs += count.inputs;
    all.mismatches += count.mismatches;
  }
  printRow("all", all);
  return errors == 0 && all.mismatches == 0 && all.inForm > 0 &&
         all.inputs > 0 && done == expected;
}
