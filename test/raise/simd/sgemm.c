// The product of two matrices: a row of the result at a time.
#include "measure.h"

enum { M = 150, N = 141, K = 170 };

static float a[M * K], b[K * N], c[M * N];

static void multiply(int m, int n, int k, const float *a, const float *b, float *c) {
    for (int i = 0; i < m; i++) {
#pragma omp simd
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++) sum += a[i * k + l] * b[l * n + j];
            c[i * n + j] = sum;
        }
    }
}

static void prepare(void) {
    for (int i = 0; i < M * K; i++) a[i] = next_float(-1, 1);
    for (int i = 0; i < K * N; i++) b[i] = next_float(-1, 1);
}

static void run(void) { multiply(M, N, K, a, b, c); }

static void show(void) { show_bits(c, sizeof c); }
