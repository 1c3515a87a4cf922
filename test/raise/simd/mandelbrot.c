// The Mandelbrot set: the number of iterations until a point leaves a circle differs from point to point.
#include "measure.h"

enum { WIDTH = 397, HEIGHT = 256, LIMIT = 256 };

static int counts[HEIGHT * WIDTH];

#pragma omp declare simd uniform(limit)
static int count(float re, float im, int limit) {
    float x = re, y = im;
    int i = 0;
    while (i < limit && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + re;
        y = 2.0f * x * y + im;
        x = next;
        i++;
    }
    return i;
}

static void mandelbrot(float left, float top, float right, float bottom, int width, int height, int limit, int *out) {
    float dx = (right - left) / (float)width, dy = (bottom - top) / (float)height;
    for (int j = 0; j < height; j++) {
#pragma omp simd
        for (int i = 0; i < width; i++) {
            out[j * width + i] = count(left + (float)i * dx, top + (float)j * dy, limit);
        }
    }
}

static void prepare(void) {}

static void run(void) { mandelbrot(-2.0f, -1.0f, 1.0f, 1.0f, WIDTH, HEIGHT, LIMIT, counts); }

static void show(void) { show_bits(counts, sizeof counts); }
