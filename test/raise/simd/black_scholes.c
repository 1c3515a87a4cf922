// Prices of options by the formula of Black and Scholes. Exponentials and logarithms are those of the C library.
#include "measure.h"

enum { COUNT = 20011 };

static float stock[COUNT], strike[COUNT], time_left[COUNT], rate[COUNT], volatility[COUNT], price[COUNT];

// The cumulative normal distribution.
static inline float distribution(float x) {
    float t = 1.0f / (1.0f + 0.2316419f * fabsf(x));
    float sum = t * (0.31938153f + t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    float tail = sum * 0.3989422804f * expf(-0.5f * x * x);
    return x > 0 ? 1.0f - tail : tail;
}

#pragma omp declare simd
static float call(float s, float x, float t, float r, float v) {
    float spread = v * sqrtf(t);
    float d = (logf(s / x) + (r + v * v * 0.5f) * t) / spread;
    return s * distribution(d) - x * expf(-r * t) * distribution(d - spread);
}

static void prepare(void) {
    for (int i = 0; i < COUNT; i++) {
        stock[i] = next_float(50, 150), strike[i] = next_float(50, 150), time_left[i] = next_float(0.1f, 5);
        rate[i] = next_float(0, 0.1f), volatility[i] = next_float(0.05f, 0.6f);
    }
}

static void run(void) {
#pragma omp simd
    for (int i = 0; i < COUNT; i++) price[i] = call(stock[i], strike[i], time_left[i], rate[i], volatility[i]);
}

static void show(void) { show_bits(price, sizeof price); }
