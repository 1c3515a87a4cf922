// A wave equation in three dimensions, by differences of the sixth order.
#include "measure.h"

enum { NX = 130, NY = 66, NZ = 40, RADIUS = 3, STEPS = 4 };

static float even[NZ * NY * NX], odd[NZ * NY * NX], speed[NZ * NY * NX], coefficients[RADIUS + 1];

static void step(int nx, int ny, int nz, const float *c, const float *v, const float *in, float *out) {
    int row = nx, plane = nx * ny;
    for (int z = RADIUS; z < nz - RADIUS; z++) {
        for (int y = RADIUS; y < ny - RADIUS; y++) {
#pragma omp simd
            for (int x = RADIUS; x < nx - RADIUS; x++) {
                int at = z * plane + y * row + x;
                float sum = c[0] * in[at];
                for (int d = 1; d <= RADIUS; d++) {
                    sum += c[d] * (in[at + d] + in[at - d] + in[at + d * row] + in[at - d * row] + in[at + d * plane] +
                                   in[at - d * plane]);
                }
                out[at] = 2 * in[at] - out[at] + v[at] * sum;
            }
        }
    }
}

static void prepare(void) {
    for (int i = 0; i < NZ * NY * NX; i++) {
        even[i] = next_float(-1, 1);
        speed[i] = next_float(0, 0.25f);
    }
    for (int i = 0; i <= RADIUS; i++) coefficients[i] = (i == 0 ? -0.8f : 0.2f) / (float)(i + 1);
}

static void run(void) {
    for (int t = 0; t < STEPS; t++) {
        step(NX, NY, NZ, coefficients, speed, t % 2 ? odd : even, t % 2 ? even : odd);
    }
}

static void show(void) { show_bits(even, sizeof even), show_bits(odd, sizeof odd); }
