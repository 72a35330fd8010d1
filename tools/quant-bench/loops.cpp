//===- loops.cpp - Plain loops --------------------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What somebody writes who wants the numbers of the policy and trusts the
// compiler: strict, but with no thought of NaN. Sizes and parameters are known
// at run time only, as in a library.
//
//===----------------------------------------------------------------------===//

#include "bench.h"

#include <cmath>

using namespace quantbench;

namespace {

inline float clampToByte(float x) {
  x = x < -128.0f ? -128.0f : x;
  return x > 127.0f ? 127.0f : x;
}

template <bool addsBefore>
inline int8_t store(float quotient, int zeroPoint) {
  float zp = static_cast<float>(zeroPoint);
  float rounded = addsBefore ? __builtin_roundevenf(quotient + zp)
                             : __builtin_roundevenf(quotient) + zp;
  return static_cast<int8_t>(static_cast<int>(clampToByte(rounded)));
}

inline float load(int32_t stored, float scale, int zeroPoint) {
  return (static_cast<float>(stored) - static_cast<float>(zeroPoint)) * scale;
}

template <bool addsBefore>
void quantizeTensor(const float *x, int8_t *y, size_t n, float scale,
                    int zeroPoint) {
  for (size_t i = 0; i < n; ++i)
    y[i] = store<addsBefore>(x[i] / scale, zeroPoint);
}

void dequantizeTensor(const int8_t *x, float *y, size_t n, float scale,
                      int zeroPoint) {
  for (size_t i = 0; i < n; ++i)
    y[i] = load(x[i], scale, zeroPoint);
}

template <bool addsBefore>
void quantizeLast(const float *x, int8_t *y, size_t rows, size_t columns,
                  const float *scales, const int32_t *zeroPoints) {
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      y[r * columns + c] =
          store<addsBefore>(x[r * columns + c] / scales[c], zeroPoints[c]);
}

void dequantizeLast(const int8_t *x, float *y, size_t rows, size_t columns,
                    const float *scales, const int32_t *zeroPoints) {
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      y[r * columns + c] = load(x[r * columns + c], scales[c], zeroPoints[c]);
}

/// Axis first, and blocks: a row, or a part of it, with its own parameters.
template <bool addsBefore>
void quantizeBlocks(const float *x, int8_t *y, size_t blocks, size_t block,
                    const float *scales, const int32_t *zeroPoints) {
  for (size_t b = 0; b < blocks; ++b)
    quantizeTensor<addsBefore>(x + b * block, y + b * block, block, scales[b],
                               zeroPoints[b]);
}

void dequantizeBlocks(const int8_t *x, float *y, size_t blocks, size_t block,
                      const float *scales, const int32_t *zeroPoints) {
  for (size_t b = 0; b < blocks; ++b)
    dequantizeTensor(x + b * block, y + b * block, block, scales[b],
                     zeroPoints[b]);
}

void quantizeRows(const float *x, int8_t *y, float *scales, size_t rows,
                  size_t length) {
  for (size_t r = 0; r < rows; ++r, x += length, y += length) {
    float largest = 0;
    for (size_t i = 0; i < length; ++i) {
      float magnitude = std::fabs(x[i]);
      largest = magnitude > largest ? magnitude : largest;
    }
    scales[r] = largest / 127.0f;
    float divisor = scales[r] == 0 ? INFINITY : scales[r];
    for (size_t i = 0; i < length; ++i)
      y[i] = store<true>(x[i] / divisor, 0);
  }
}

template <bool addsBefore>
void requantize8(const int8_t *x, int8_t *y, size_t n, float from, int fromZero,
                 float to, int toZero) {
  for (size_t i = 0; i < n; ++i)
    y[i] = store<addsBefore>(load(x[i], from, fromZero) / to, toZero);
}

template <bool addsBefore>
void requantize32(const int32_t *x, int8_t *y, size_t n, float multiplier,
                  int toZero) {
  for (size_t i = 0; i < n; ++i)
    y[i] = store<addsBefore>(static_cast<float>(x[i]) * multiplier, toZero);
}

/// What the compiler must not take for a constant.
template <typename T>
T opaque(T value) {
  volatile T copy = value;
  return copy;
}

template <bool addsBefore>
void addOrdered(Implementations &to, const Buffers &buffers) {
  const Buffers b = buffers;
  const std::string order = addsBefore ? "/before" : "/after";
  size_t rows = b.size / kColumns;
  auto add = [&](std::string op, std::function<void()> run) {
    to.push_back(
        {op + order, "clang", std::move(run), 1, Implementation::EqualButNan});
  };
  float scale = opaque(kScale);
  int zeroPoint = opaque(kZeroPoint);
  auto tensor = [=] {
    quantizeTensor<addsBefore>(b.floats, b.bytesOut, b.size, scale, zeroPoint);
  };
  add("quantize/tensor", tensor);
  add("quantize/weights4x4", tensor);
  add("quantize/last", [=] {
    quantizeLast<addsBefore>(b.floats, b.bytesOut, rows, kColumns, b.scales,
                             b.zeroPoints);
  });
  for (auto [layout, block] :
       {std::pair("first", kColumns), std::pair("block32", size_t(32)),
        std::pair("block128", size_t(128))}) {
    size_t length = block;
    add(std::string("quantize/") + layout, [=] {
      quantizeBlocks<addsBefore>(b.floats, b.bytesOut, b.size / length, length,
                                 b.scales, b.zeroPoints);
    });
  }
  float from = opaque(kRequantizeFrom), scaleTo = opaque(kRequantizeTo);
  int fromZero = opaque(kRequantizeFromZero);
  int toZero = opaque(kRequantizeToZero);
  add("requantize/i8", [=] {
    requantize8<addsBefore>(b.bytes, b.bytesOut, b.size, from, fromZero,
                            scaleTo, toZero);
  });
  float multiplier = opaque(kRequantize32From) / opaque(kRequantize32To);
  add("requantize/i32", [=] {
    requantize32<addsBefore>(b.words, b.bytesOut, b.size, multiplier, toZero);
  });
}

} // namespace

void quantbench::addLoops(Implementations &to, const Buffers &buffers) {
  addOrdered<false>(to, buffers);
  addOrdered<true>(to, buffers);
  const Buffers b = buffers;
  size_t rows = b.size / kColumns;
  auto add = [&](std::string op, std::function<void()> run) {
    to.push_back({op, "clang", std::move(run)});
  };
  float scale = opaque(kScale);
  int zeroPoint = opaque(kZeroPoint);
  auto tensor = [=] {
    dequantizeTensor(b.bytes, b.floatsOut, b.size, scale, zeroPoint);
  };
  add("quantize/dynamic-rows", [=] {
    quantizeRows(b.finiteFloats, b.bytesOut, b.scalesOut, b.size / kRowLength,
                 kRowLength);
  });
  add("dequantize/tensor", tensor);
  add("dequantize/weights4x4", tensor);
  add("dequantize/last", [=] {
    dequantizeLast(b.bytes, b.floatsOut, rows, kColumns, b.scales,
                   b.zeroPoints);
  });
  for (auto [layout, block] :
       {std::pair("first", kColumns), std::pair("block32", size_t(32)),
        std::pair("block128", size_t(128))}) {
    size_t length = block;
    add(std::string("dequantize/") + layout, [=] {
      dequantizeBlocks(b.bytes, b.floatsOut, b.size / length, length, b.scales,
                       b.zeroPoints);
    });
  }
}
