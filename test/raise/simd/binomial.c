// Prices of options by a binomial tree: each option has its own array of values.
#include "measure.h"

enum { COUNT = 1003, STEPS = 64 };

static float stock[COUNT], strike[COUNT], time_left[COUNT], rate[COUNT], volatility[COUNT], price[COUNT];

static void prepare(void) {
    for (int i = 0; i < COUNT; i++) {
        stock[i] = next_float(50, 150), strike[i] = next_float(50, 150), time_left[i] = next_float(0.1f, 5);
        rate[i] = next_float(0, 0.1f), volatility[i] = next_float(0.05f, 0.6f);
    }
}

static void run(void) {
#pragma omp simd
    for (int i = 0; i < COUNT; i++) {
        float values[STEPS];
        float dt = time_left[i] / STEPS;
        float up = expf(volatility[i] * sqrtf(dt)), down = 1.0f / up, growth = expf(rate[i] * dt);
        float chance = (growth - down) / (up - down), power = 1;
        for (int j = 0; j < STEPS; j++) power *= down;
        for (int j = 0; j < STEPS; j++) {
            float gain = strike[i] - stock[i] * power;
            values[j] = gain > 0 ? gain : 0;
            power *= up * up;
        }
        for (int j = STEPS - 1; j >= 0; j--) {
            for (int k = 0; k < j; k++) values[k] = ((1 - chance) * values[k] + chance * values[k + 1]) / growth;
        }
        price[i] = values[0];
    }
}

static void show(void) { show_bits(price, sizeof price); }
