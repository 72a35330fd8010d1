/* Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Calls the compiled function of moe.mlir on some tokens and prints its results
 * beside those of a plain reference.
 *
 * usage: moe [TOKENS [DIFFERENT]]
 *
 * DIFFERENT is how many codes in a million may differ, each by one; 20 if it
 * isn't given: toward zero, the largest code of a row is 126 or 127 by the last
 * bit of its scale, so that two codes of a small sample may. Exits with 1 if
 * more do, or if a scale is off by more than 1e-6 of it.
 */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { EXPERTS = 4, WIDTH = 6144, HALF = WIDTH / 2 };

/* MLIR's descriptors of buffers. */
typedef struct {
  void *allocated, *aligned;
  int64_t offset, sizes[1], strides[1];
} Vector;
typedef struct {
  void *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} Matrix;

static Vector vector(void *data, int64_t size) {
  Vector result = {data, data, 0, {size}, {1}};
  return result;
}
static Matrix matrix(void *data, int64_t rows, int64_t columns) {
  Matrix result = {data, data, 0, {rows, columns}, {columns, 1}};
  return result;
}

void _mlir_ciface_activate(Matrix *x, Matrix *weight_scale,
                           Vector *activation_scale, Matrix *bias,
                           Vector *tokens_of_expert, Matrix *y,
                           Vector *y_scale);

/* The op as its formula says, one step after another, each rounded to float.
 * tanh and the sigmoid are computed in double. */
static float situ(float gate, float up) {
  const float beta = 4.0f, linear_beta = 25.0f;
  float a = beta * (float)tanh((double)(gate / beta));
  a = a * (float)(1.0 / (1.0 + exp(-(double)gate)));
  up = linear_beta * (float)tanh((double)(up / linear_beta));
  return a * up;
}

static float activate_row(const int32_t *x, const float *weight_scale,
                          float activation_scale, const float *bias,
                          int8_t *y) {
  static float d[WIDTH], s[HALF];
  float largest = 0.0f;
  for (int c = 0; c < WIDTH; ++c)
    d[c] = (float)x[c] * weight_scale[c] * activation_scale + bias[c];
  for (int c = 0; c < HALF; ++c) {
    s[c] = situ(d[c], d[HALF + c]);
    largest = fmaxf(largest, fabsf(s[c]));
  }
  float scale = largest / 127.0f;
  for (int c = 0; c < HALF; ++c)
    y[c] = (int8_t)fminf(fmaxf(truncf(s[c] / scale), -128.0f), 127.0f);
  return scale;
}

/* The same numbers in every run. */
static double number(double low, double high) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

static void *allocate(size_t count, size_t size) {
  void *result = calloc(count ? count : 1, size);
  if (!result)
    exit(2);
  return result;
}

int main(int argc, char **argv) {
  int64_t tokens = argc > 1 ? atoll(argv[1]) : 64;
  double allowed = argc > 2 ? atof(argv[2]) : 20.0;
  /* The second expert has no token, and the last three tokens have no expert.
   */
  int64_t of_expert[EXPERTS] = {tokens / 4, 0, tokens / 2};
  int64_t assigned = tokens > 3 ? tokens - 3 : 0;
  of_expert[3] = assigned - of_expert[0] - of_expert[2];

  int32_t *x = allocate(tokens * WIDTH, sizeof *x);
  float *activation_scale = allocate(tokens, sizeof(float));
  float *weight_scale = allocate(EXPERTS * WIDTH, sizeof(float));
  float *bias = allocate(EXPERTS * WIDTH, sizeof(float));
  int8_t *y = allocate(tokens * HALF, 1), *expected = allocate(HALF, 1);
  float *y_scale = allocate(tokens, sizeof(float));
  for (int64_t i = 0; i < tokens * WIDTH; ++i)
    x[i] = (int32_t)number(-40000, 40000);
  for (int64_t i = 0; i < tokens; ++i)
    activation_scale[i] = (float)number(0.005, 0.02);
  for (int i = 0; i < EXPERTS * WIDTH; ++i) {
    weight_scale[i] = (float)number(0.001, 0.01);
    bias[i] = (float)number(-0.5, 0.5);
  }

  Matrix x_buffer = matrix(x, tokens, WIDTH);
  Matrix weight_scale_buffer = matrix(weight_scale, EXPERTS, WIDTH);
  Matrix bias_buffer = matrix(bias, EXPERTS, WIDTH);
  Matrix y_buffer = matrix(y, tokens, HALF);
  Vector activation_scale_buffer = vector(activation_scale, tokens);
  Vector of_expert_buffer = vector(of_expert, EXPERTS);
  Vector y_scale_buffer = vector(y_scale, tokens);
  _mlir_ciface_activate(&x_buffer, &weight_scale_buffer,
                        &activation_scale_buffer, &bias_buffer,
                        &of_expert_buffer, &y_buffer, &y_scale_buffer);

  printf("token  expert  scale        reference    first codes          "
         "reference            different\n");
  int64_t different = 0, wrong = 0, token = 0;
  for (int expert = 0; expert <= EXPERTS; ++expert) {
    int64_t end = expert < EXPERTS ? token + of_expert[expert] : tokens;
    for (int64_t first = token; token < end; ++token) {
      const int8_t *codes = y + token * HALF;
      float scale = 0.0f;
      if (expert < EXPERTS)
        scale = activate_row(x + token * WIDTH, weight_scale + expert * WIDTH,
                             activation_scale[token], bias + expert * WIDTH,
                             expected);
      int64_t in_row = 0;
      for (int c = 0; c < HALF; ++c) {
        int code = expert < EXPERTS ? expected[c] : 0;
        in_row += codes[c] != code;
        wrong += abs(codes[c] - code) > 1;
      }
      wrong += !(fabsf(y_scale[token] - scale) <= 1e-6f * scale);
      different += in_row;
      if (token != first && token + 1 != end)
        continue;
      printf("%5lld  %6s  %-11.9f  %-11.9f ", (long long)token,
             expert < EXPERTS ? (char[]){(char)('0' + expert), 0} : "none",
             (double)y_scale[token], (double)scale);
      for (int c = 0; c < 4; ++c)
        printf(" %4d", codes[c]);
      printf(" ");
      for (int c = 0; c < 4; ++c)
        printf(" %4d", expert < EXPERTS ? expected[c] : 0);
      printf("  %9lld\n", (long long)in_row);
    }
  }
  double in_a_million =
      tokens ? 1e6 * (double)different / (double)(tokens * HALF) : 0.0;
  printf("%lld tokens: %lld of %lld codes differ (%.1f in a million), %lld "
         "results are wrong\n",
         (long long)tokens, (long long)different, (long long)(tokens * HALF),
         in_a_million, (long long)wrong);
  return wrong || in_a_million > allowed;
}
