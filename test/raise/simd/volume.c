// Light through a volume: rays go in steps through a grid of densities until little light is left.
#include "measure.h"

enum { N = 48, WIDTH = 131, HEIGHT = 96 };

static float density[N * N * N], image[HEIGHT * WIDTH];

static inline int clamp(int i, int high) { return i < 0 ? 0 : i > high ? high : i; }

static inline float voxel(const float *grid, int n, int x, int y, int z) {
    return grid[(clamp(z, n - 1) * n + clamp(y, n - 1)) * n + clamp(x, n - 1)];
}

static inline float mix(float t, float a, float b) { return (1.0f - t) * a + t * b; }

// The density at a point of the unit cube, 0 outside.
static inline float sample(const float *grid, int n, float x, float y, float z) {
    if (x < 0 || x > 1 || y < 0 || y > 1 || z < 0 || z > 1) return 0;
    float vx = x * (float)n - 0.5f, vy = y * (float)n - 0.5f, vz = z * (float)n - 0.5f;
    int ix = (int)vx, iy = (int)vy, iz = (int)vz;
    float dx = vx - (float)ix, dy = vy - (float)iy, dz = vz - (float)iz;
    float d00 = mix(dx, voxel(grid, n, ix, iy, iz), voxel(grid, n, ix + 1, iy, iz));
    float d10 = mix(dx, voxel(grid, n, ix, iy + 1, iz), voxel(grid, n, ix + 1, iy + 1, iz));
    float d01 = mix(dx, voxel(grid, n, ix, iy, iz + 1), voxel(grid, n, ix + 1, iy, iz + 1));
    float d11 = mix(dx, voxel(grid, n, ix, iy + 1, iz + 1), voxel(grid, n, ix + 1, iy + 1, iz + 1));
    return mix(dz, mix(dy, d00, d10), mix(dy, d01, d11));
}

static inline float least(float a, float b) { return a < b ? a : b; }
static inline float greatest(float a, float b) { return a > b ? a : b; }

#pragma omp declare simd uniform(grid, n, ox, oy, oz)
static float march(const float *grid, int n, float ox, float oy, float oz, float dx, float dy, float dz) {
    float x0 = (0 - ox) / dx, x1 = (1 - ox) / dx, y0 = (0 - oy) / dy, y1 = (1 - oy) / dy;
    float z0 = (0 - oz) / dz, z1 = (1 - oz) / dz;
    float t = greatest(greatest(least(x0, x1), least(y0, y1)), greatest(least(z0, z1), 0));
    float end = least(least(greatest(x0, x1), greatest(y0, y1)), greatest(z0, z1));
    float light = 0, left = 1;
    while (t < end && left > 0.01f) {
        float d = sample(grid, n, ox + t * dx, oy + t * dy, oz + t * dz);
        light += left * d * 0.08f;
        left *= 1.0f - 0.08f * d;
        t += 0.0125f;
    }
    return light;
}

static void prepare(void) {
    for (int z = 0; z < N; z++) {
        for (int y = 0; y < N; y++) {
            for (int x = 0; x < N; x++) {
                float cx = (float)x / N - 0.5f, cy = (float)y / N - 0.5f, cz = (float)z / N - 0.5f;
                float inside = 0.22f - (cx * cx + cy * cy + cz * cz);
                density[(z * N + y) * N + x] = inside > 0 ? inside * 16 * next_float(0, 1) : 0;
            }
        }
    }
}

static void run(void) {
    for (int j = 0; j < HEIGHT; j++) {
        float dy = ((float)j + 0.5f) / HEIGHT - 0.5f;
#pragma omp simd
        for (int i = 0; i < WIDTH; i++) {
            image[j * WIDTH + i] = march(density, N, 0.45f, 0.55f, -1, ((float)i + 0.5f) / WIDTH - 0.5f, dy, 1);
        }
    }
}

static void show(void) { show_bits(image, sizeof image); }
