// Gradient noise in several octaves: a table is read at positions that depend on what was read from it.
#include "measure.h"

enum { WIDTH = 301, HEIGHT = 200, OCTAVES = 8, PERIOD = 256 };

static int table[2 * PERIOD];
static float image[HEIGHT * WIDTH];

static inline float gradient(int x, int y, int z, float dx, float dy, float dz) {
    int h = table[table[table[x] + y] + z] & 15;
    float u = h < 8 || h == 12 || h == 13 ? dx : dy;
    float v = h < 4 || h == 12 || h == 13 ? dy : dz;
    return ((h & 1) != 0 ? -u : u) + ((h & 2) != 0 ? -v : v);
}

static inline float weight(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

static inline float mix(float t, float low, float high) { return (1.0f - t) * low + t * high; }

static inline float noise(float x, float y, float z) {
    float fx = floorf(x), fy = floorf(y), fz = floorf(z);
    int ix = (int)fx & (PERIOD - 1), iy = (int)fy & (PERIOD - 1), iz = (int)fz & (PERIOD - 1);
    float dx = x - fx, dy = y - fy, dz = z - fz;
    float w000 = gradient(ix, iy, iz, dx, dy, dz), w100 = gradient(ix + 1, iy, iz, dx - 1, dy, dz);
    float w010 = gradient(ix, iy + 1, iz, dx, dy - 1, dz), w110 = gradient(ix + 1, iy + 1, iz, dx - 1, dy - 1, dz);
    float w001 = gradient(ix, iy, iz + 1, dx, dy, dz - 1), w101 = gradient(ix + 1, iy, iz + 1, dx - 1, dy, dz - 1);
    float w011 = gradient(ix, iy + 1, iz + 1, dx, dy - 1, dz - 1);
    float w111 = gradient(ix + 1, iy + 1, iz + 1, dx - 1, dy - 1, dz - 1);
    float wx = weight(dx), wy = weight(dy), wz = weight(dz);
    float y0 = mix(wy, mix(wx, w000, w100), mix(wx, w010, w110));
    float y1 = mix(wy, mix(wx, w001, w101), mix(wx, w011, w111));
    return mix(wz, y0, y1);
}

#pragma omp declare simd uniform(z, octaves)
static float turbulence(float x, float y, float z, int octaves) {
    float sum = 0, frequency = 1, amplitude = 1;
    for (int i = 0; i < octaves; i++) {
        sum += fabsf(amplitude * noise(frequency * x, frequency * y, frequency * z));
        frequency *= 1.99f;
        amplitude *= 0.6f;
    }
    return sum * 0.5f;
}

static void prepare(void) {
    for (int i = 0; i < PERIOD; i++) table[i] = i;
    for (int i = PERIOD - 1; i > 0; i--) {
        int other = (int)next_float(0, (float)(i + 1)), held = table[i];
        table[i] = table[other];
        table[other] = held;
    }
    memcpy(table + PERIOD, table, sizeof table / 2);
}

static void run(void) {
    for (int j = 0; j < HEIGHT; j++) {
        float y = 0.5f + (float)j * 0.05f;
#pragma omp simd
        for (int i = 0; i < WIDTH; i++) image[j * WIDTH + i] = turbulence((float)i * 0.034f - 3, y, 0.6f, OCTAVES);
    }
}

static void show(void) { show_bits(image, sizeof image); }
