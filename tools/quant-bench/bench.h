//===- bench.h - What all implementations compute with ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TOOLS_QUANTBENCH_BENCH_H
#define QUANTIR_TOOLS_QUANTBENCH_BENCH_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace quantbench {

// Also in kernels.py.
constexpr float kScale = 0.037f;
constexpr int kZeroPoint = 3;
constexpr float kRequantizeFrom = 0.051f, kRequantizeTo = 0.037f;
constexpr int kRequantizeFromZero = -4, kRequantizeToZero = 3;
constexpr float kRequantize32From = 0.0001147f, kRequantize32To = 0.037f;
constexpr size_t kColumns = 1024;
/// Rows that have a scale of their own, known at run time only.
constexpr size_t kRowLength = 2048;

inline float channelScale(size_t i) {
  return static_cast<float>(0.01 + 0.0001 * static_cast<double>(i % 613));
}
inline int channelZeroPoint(size_t i) {
  return static_cast<int>(i * 7 % 31) - 15;
}

/// The buffers of a run.
struct Buffers {
  float *floats, *floatsOut;
  /// As `floats`, without infinities and NaN, which take their whole row along.
  float *finiteFloats;
  /// A scale for each row.
  float *scalesOut;
  int8_t *bytes, *bytesOut;
  int32_t *words;
  /// Parameters by channel.
  const float *scales;
  const int32_t *zeroPoints;
  size_t size;
};

enum class Kind {
  Quantize,
  QuantizeRows,
  Dequantize,
  Requantize8,
  Requantize32,
  Copy
};

/// How many bytes have to be moved for one element.
inline double bytesPerElement(Kind kind) {
  switch (kind) {
  case Kind::Requantize8:
    return 2;
  case Kind::Copy:
    return 8;
  default:
    return 5;
  }
}

/// What an operation with a name like `quantize/first/after` is.
struct Op {
  Kind kind;
  std::string layout;
  bool addsBefore;
  /// Elements with the same parameters, and the length of the list of them.
  size_t block, channels;

  static Op get(const std::string &name, size_t size);
  /// The index of the parameters of the element `i`.
  size_t channel(size_t i) const { return i / block % channels; }
  bool isPerTensor() const { return channels == 1; }
};

/// An implementation of an operation, ready to be called.
struct Implementation {
  std::string op, name;
  std::function<void()> run;
  int threads = 1;
  /// What its results are compared with the policy's by.
  enum Check { Equal, EqualButNan, None } check = Equal;
};

using Implementations = std::vector<Implementation>;

/// Plain loops, by the compiler at hand.
void addLoops(Implementations &to, const Buffers &buffers);
/// Other libraries.
void addXnnpack(Implementations &to, const Buffers &buffers, int threads);
void addOnednn(Implementations &to, const Buffers &buffers, int threads);

} // namespace quantbench

#endif // QUANTIR_TOOLS_QUANTBENCH_BENCH_H
