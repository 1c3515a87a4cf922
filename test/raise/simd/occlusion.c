// Ambient occlusion of three spheres on a plane: rays in directions from a sequence of numbers of each pixel.
#include "measure.h"

enum { WIDTH = 67, HEIGHT = 48, RAYS = 32, SPHERES = 3 };

static const float center_x[SPHERES] = {-1.9f, -0.4f, 1.1f}, center_y[SPHERES] = {0.1f, -0.05f, 0};
static const float center_z[SPHERES] = {-3.4f, -2.9f, -2.3f}, radius[SPHERES] = {0.55f, 0.45f, 0.5f};
static const float ground = -0.5f;
static float image[HEIGHT * WIDTH];

// The distance at which a ray hits the sphere `s`, or `far`.
static inline float hit(int s, float ox, float oy, float oz, float dx, float dy, float dz, float far) {
    float x = ox - center_x[s], y = oy - center_y[s], z = oz - center_z[s];
    float b = x * dx + y * dy + z * dz, c = x * x + y * y + z * z - radius[s] * radius[s];
    float d = b * b - c;
    if (d <= 0) return far;
    float t = -b - sqrtf(d);
    return t > 0 && t < far ? t : far;
}

static inline float hit_ground(float oy, float dy, float far) {
    if (fabsf(dy) < 1e-17f) return far;
    float t = (ground - oy) / dy;
    return t > 0 && t < far ? t : far;
}

#pragma omp declare simd uniform(dy0)
static float occlusion(float dx, float dy0, unsigned seed) {
    float length = 1.0f / sqrtf(dx * dx + dy0 * dy0 + 1), far = 1e17f;
    float dy = dy0 * length, dz = -length;
    dx *= length;
    float t = far, nx = 0, ny = 1, nz = 0;
    for (int s = 0; s < SPHERES; s++) {
        float near = hit(s, 0, 0, 0, dx, dy, dz, t);
        if (near < t) {
            nx = (near * dx - center_x[s]) / radius[s];
            ny = (near * dy - center_y[s]) / radius[s];
            nz = (near * dz - center_z[s]) / radius[s];
            t = near;
        }
    }
    float near = hit_ground(0, dy, t);
    if (near < t) nx = 0, ny = 1, nz = 0, t = near;
    if (t == far) return 0;
    float x = t * dx + 1e-4f * nx, y = t * dy + 1e-4f * ny, z = t * dz + 1e-4f * nz;
    int n_free = 0;
    for (int i = 0; i < RAYS; i++) {
        float d[3];
        for (int axis = 0; axis < 3; axis++) {
            seed = seed * 1664525u + 1013904223u;
            d[axis] = (float)(int)(seed >> 8) * (2.0f / 16777216.0f) - 1;
        }
        float scale = 1.0f / sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-6f);
        float rx = d[0] * scale + nx, ry = d[1] * scale + ny, rz = d[2] * scale + nz;
        float inverse = 1.0f / sqrtf(rx * rx + ry * ry + rz * rz + 1e-6f);
        rx *= inverse, ry *= inverse, rz *= inverse;
        float nearest = far;
        for (int s = 0; s < SPHERES; s++) nearest = hit(s, x, y, z, rx, ry, rz, nearest);
        nearest = hit_ground(y, ry, nearest);
        if (nearest == far) n_free++;
    }
    return (float)n_free / RAYS;
}

static void prepare(void) {}

static void run(void) {
    for (int j = 0; j < HEIGHT; j++) {
        float dy = (HEIGHT / 2.0f - (float)j) / (HEIGHT / 2.0f);
#pragma omp simd
        for (int i = 0; i < WIDTH; i++) {
            float dx = ((float)i - WIDTH / 2.0f) / (HEIGHT / 2.0f);
            image[j * WIDTH + i] = occlusion(dx, dy, (unsigned)(j * WIDTH + i) * 2654435761u);
        }
    }
}

static void show(void) { show_bits(image, sizeof image); }
