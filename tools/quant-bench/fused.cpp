//===- fused.cpp - The fused op's plain loops -----------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused.h"

#include <cmath>
#include <cstring>

using namespace quantbench;

#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define NAMED(name) CONCAT(name, FUSED_SUFFIX)

namespace {

constexpr float kBeta = 4.0f, kLinearBeta = 25.0f;

inline float activate(float gate, float up) {
  float a = kBeta * tanhf(gate / kBeta) * (1.0f / (1.0f + expf(-gate)));
  return a * (kLinearBeta * tanhf(up / kLinearBeta));
}

inline int8_t toInt8(float x) {
  x = truncf(x);
  x = x < -128.0f ? -128.0f : x;
  return static_cast<int8_t>(static_cast<int>(x > 127.0f ? 127.0f : x));
}

inline float fromBfloat(uint16_t bits) {
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float x;
  std::memcpy(&x, &wide, sizeof x);
  return x;
}

/// `load` gives a dequantized number by row and column.
template <typename Load>
void dynamicRows(const FusedBuffers &b, Load load) {
  size_t half = b.half;
  float *__restrict scratch = b.scratch;
  for (size_t r = 0; r < b.rows; ++r) {
    int8_t *__restrict y = b.y + r * half;
    float largest = 0.0f;
    for (size_t c = 0; c < half; ++c) {
      float s = activate(load(r, c), load(r, c + half));
      scratch[c] = s;
      float magnitude = fabsf(s);
      largest = magnitude > largest ? magnitude : largest;
    }
    float scale = largest / 127.0f;
    b.yScale[r] = scale;
    for (size_t c = 0; c < half; ++c)
      y[c] = toInt8(scratch[c] / scale);
  }
}

} // namespace

void quantbench::NAMED(fusedWords_)(const FusedBuffers &b) {
  size_t width = 2 * b.half;
  dynamicRows(b, [=](size_t r, size_t c) {
    return static_cast<float>(b.words[r * width + c]) * b.weightScale[c] *
               b.activationScale[r] +
           b.bias[c];
  });
}

void quantbench::NAMED(fusedGroups_)(const FusedBuffers &b) {
  size_t width = 2 * b.half, row = 0;
  for (size_t g = 0; g < kGroups; ++g) {
    FusedBuffers part = b;
    part.rows = static_cast<size_t>(b.groups[g]);
    part.y += row * b.half;
    part.yScale += row;
    const int32_t *words = b.words + row * width;
    const float *weight = b.weightScale + g * width;
    const float *bias = b.bias + g * width;
    const float *activation = b.activationScale + row;
    dynamicRows(part, [=](size_t r, size_t c) {
      return static_cast<float>(words[r * width + c]) * weight[c] *
                 activation[r] +
             bias[c];
    });
    row += part.rows;
  }
}

void quantbench::NAMED(fusedBytes_)(const FusedBuffers &b) {
  size_t half = b.half, width = 2 * half;
  const float *weight = b.weightScale, *bias = b.bias, *scale = b.quantScale;
  for (size_t r = 0; r < b.rows; ++r) {
    const int8_t *x = b.bytes + r * width;
    int8_t *__restrict y = b.y + r * half;
    auto load = [=](size_t c) {
      return static_cast<float>(x[c]) * weight[c] + bias[c];
    };
    for (size_t c = 0; c < half; ++c)
      y[c] = toInt8(activate(load(c), load(c + half)) / scale[c]);
  }
}

void quantbench::NAMED(fusedBfloats_)(const FusedBuffers &b) {
  size_t width = 2 * b.half;
  dynamicRows(b, [=](size_t r, size_t c) {
    return fromBfloat(b.bfloats[r * width + c]);
  });
}
