// The kernels in C, for the compilers that they are measured against. The same operations in the same order as in
// kernels.mlir; arrays do not overlap.
//
// SUFFIX is put behind all names, so that several compilers' code can be linked together.
#define PASTED(a, b) a##_##b
#define NAMED(a, b) PASTED(a, b)
#define N(name) NAMED(name, SUFFIX)

#define ARGS \
    long i, const float *restrict a, const float *restrict b, float *restrict o, int *restrict k, long n, long m
#define KERNEL(name) static inline void name##_one(ARGS)

// Calls a kernel for all elements.
#define LOOP(name)                                                                                              \
    __attribute__((noinline)) void N(name)(long items, const float *restrict a, const float *restrict b,        \
                                           float *restrict o, int *restrict k, long n, long m) {                \
        for (long i = 0; i < items; i++) name##_one(i, a, b, o, k, n, m);                                       \
    }

static inline int bits_of(float x) {
    int bits;
    __builtin_memcpy(&bits, &x, 4);
    return bits;
}

static inline float float_of(int bits) {
    float x;
    __builtin_memcpy(&x, &bits, 4);
    return x;
}

static inline float exponential(float x) {
    float t = x * 1.44269504f;
    t = t < -126.0f ? -126.0f : t;
    int whole = (int)t;
    float f = t - (float)whole;
    float p = 1.5403530e-4f * f + 1.3333558e-3f;
    p = p * f + 9.6181291e-3f;
    p = p * f + 5.5504109e-2f;
    p = p * f + 2.4022651e-1f;
    p = p * f + 6.9314718e-1f;
    p = p * f + 1.0f;
    return p * float_of((whole + 127) << 23);
}

static inline float logarithm(float x) {
    int bits = bits_of(x);
    float e = (float)(((bits >> 23) & 255) - 127);
    float f = float_of((bits & 8388607) | 1065353216) - 1.0f;
    float p = 3.0102625e-2f * f + -1.3011941e-1f;
    p = p * f + 2.8330383e-1f;
    p = p * f + -4.8915684e-1f;
    p = p * f + 9.9901036e-1f;
    return p * f + e * 6.9314718e-1f;
}

// Of a number of turns from 0 to 1.
static inline float cosine_of_turn(float u) {
    float r = u - 0.5f;
    float z = r * r;
    float p = -26.4262568f * z + 60.2446414f;
    p = p * z + -85.4568172f;
    p = p * z + 64.9393940f;
    p = p * z + -19.7392088f;
    p = p * z + 1.0f;
    return -p;
}

KERNEL(mandelbrot) {
    long row = i >> 9, col = i & 511;
    float y0 = (float)(int)row * 0.00390625f - 1.0f;
    float x0 = (float)(int)col * 0.005859375f - 2.0f;
    float x = 0.0f, y = 0.0f;
    int t = 0, most = (int)n;
    while (x * x + y * y <= 4.0f && t < most) {
        float xn = x * x - y * y + x0;
        y = x * y * 2.0f + y0;
        x = xn;
        t++;
    }
    k[i] = t;
}
LOOP(mandelbrot)

KERNEL(blackscholes) {
    float s = __builtin_fabsf(a[i]) + 1.0f, x = __builtin_fabsf(b[i]) + 1.0f;
    float d1 = (logarithm(s / x) + 0.065f) / 0.3f;
    float t = 1.0f / (0.2316419f * __builtin_fabsf(d1) + 1.0f);
    float poly = ((1.781477937f * t + -0.356563782f) * t + 0.31938153f) * t;
    float tail = 0.39894228f * exponential(-(d1 * d1 * 0.5f)) * poly;
    float cnd;
    if (d1 > 0.0f)
        cnd = 1.0f - tail;
    else
        cnd = tail;
    o[i] = s * cnd - x * exponential(-0.02f * t) * tail;
}
LOOP(blackscholes)

KERNEL(nbody) {
    float xi = a[i], yi = b[i], fx = 0.0f, fy = 0.0f;
    for (long j = 0; j < n; j++) {
        float dx = a[j] - xi, dy = b[j] - yi;
        float de = dx * dx + dy * dy + 0.01f;
        float w = 1.0f / (__builtin_sqrtf(de) * de);
        fx += dx * w;
        fy += dy * w;
    }
    o[i] = fx + fy;
}
LOOP(nbody)

KERNEL(volume) {
    float px = (float)(int)(i & 63) * 0.25f, py = (float)(int)((i >> 6) & 63) * 0.25f;
    float clear = 1.0f, light = 0.0f;
    long t = 0;
    while (t < n && clear > 0.05f) {
        float depth = (float)(int)t;
        int x = (int)(px + depth * 0.21f) & 15, y = (int)(py + depth * 0.13f) & 7, z = (int)(depth * 0.37f) & 7;
        float density = __builtin_fabsf(a[(z * 16 + y) * 16 + x]);
        if (density > 1.0f) {
            float part = density * 0.03f * clear;
            light += b[(y * 16 + z) * 16 + x] * part;
            clear -= part;
        }
        t++;
    }
    o[i] = light;
}
LOOP(volume)

KERNEL(convolve) {
    long row = i >> 6, col = i & 63;
    float sum = 0.0f;
    for (long y = 0; y < 5; y++)
        for (long x = 0; x < 5; x++) sum += a[(row + y) * 68 + col + x] * b[y * 5 + x];
    o[i] = sum;
}
LOOP(convolve)

KERNEL(multiply) {
    long row = i >> 7, col = i & 127;
    float sum = 0.0f;
    for (long j = 0; j < n; j++) sum += a[row * 128 + j] * b[j * 128 + col];
    o[i] = sum;
}
LOOP(multiply)

KERNEL(transpose) { o[(i & 63) * 64 + (i >> 6)] = a[i]; }
LOOP(transpose)

KERNEL(bitonic) {
    long other = i ^ n;
    if (other > i) {
        float x = o[i], y = o[other];
        _Bool is_up = (i & m) == 0;
        _Bool is_above = x > y, is_below = x < y;
        if (is_up ? is_above : is_below) {
            o[i] = y;
            o[other] = x;
        }
    }
}
LOOP(bitonic)

KERNEL(dct) {
    long in = i & 7, block = i - in;
    float sum = 0.0f;
    for (long t = 0; t < 8; t++) sum += a[block + t] * b[t * 8 + in];
    o[i] = sum;
}
LOOP(dct)

KERNEL(haar) {
    float x = a[i * 2], y = a[i * 2 + 1];
    o[i] = (x + y) * 0.70710678f;
    o[i + 2048] = (x - y) * 0.70710678f;
}
LOOP(haar)

KERNEL(histogram) {
    for (long j = 0; j < n; j++) {
        float x = a[j * 64 + (i & 63)];
        int bin = (int)x & 7;
        k[i * 8 + bin] += 1;
    }
}
LOOP(histogram)

KERNEL(twister) {
    unsigned x = (unsigned)i * 1812433253u ^ 1812433253u;
    for (long j = 0; j < n; j++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    unsigned next = x * 1812433253u;
    float u1 = (float)(int)(x >> 8) * 5.9604645e-08f + 1.0e-07f, u2 = (float)(int)(next >> 8) * 5.9604645e-08f;
    float r = __builtin_sqrtf(__builtin_fabsf(logarithm(u1) * -2.0f));
    o[i] = r * cosine_of_turn(u2);
}
LOOP(twister)

KERNEL(ray) {
    float x = a[i], y = b[i], sum = 0.0f;
    for (long j = 0; j < n; j++) {
        float dx = x - a[j] * 8.0f, dy = y - b[j] * 8.0f;
        float disc = 0.5f - (dx * dx + dy * dy);
        if (disc > 0.0f) {
            float v = __builtin_sqrtf(disc);
            for (int l = 0; l < 8; l++) v = v / (v * v + 1.0f);
            sum += v;
        }
    }
    o[i] = sum;
}
LOOP(ray)

KERNEL(sparse) {
    if ((k[i] & 63) == 0) {
        float s = o[i];
        for (long j = 0; j < n; j++) {
            float q = s * 0.5f + a[i + j];
            q = q > 1.0f ? q : 1.0f;
            s = __builtin_sqrtf(q);
        }
        o[i] = s;
    }
}
LOOP(sparse)

KERNEL(collatz) {
    unsigned x = (unsigned)i + 1;
    int t = 0;
    while (x > 1) {
        if (x & 1)
            x = x * 3 + 1;
        else
            x >>= 1;
        t++;
    }
    k[i] = t;
}
LOOP(collatz)

KERNEL(quadratic) {
    float p = a[i], q = b[i], disc = p * p - q * 4.0f;
    if (disc < 0.0f) {
        o[i] = 0.0f;
    } else if (disc == 0.0f) {
        o[i] = -p / 2.0f;
    } else {
        float root = __builtin_sqrtf(disc);
        o[i] = (-p + root) / 2.0f;
        o[i + 2048] = (-p - root) / 2.0f;
    }
}
LOOP(quadratic)

KERNEL(roots) {
    float p = a[i], q = b[i], disc = p * p - q * 4.0f, mid = p * -0.5f, r0, r1;
    if (disc < 0.0f) {
        float d = -disc / 4.0f, y = d + 1.0f;
        for (long j = 0; j < n; j++) y = (y * y + d) / (y * 2.0f);
        r0 = mid;
        r1 = y;
    } else {
        float far = __builtin_fabsf(p) + __builtin_fabsf(q) + 1.0f;
        r0 = mid + far;
        r1 = mid - far;
        for (long j = 0; j < n; j++) {
            r0 = (r0 * r0 - q) / (r0 * 2.0f + p);
            r1 = (r1 * r1 - q) / (r1 * 2.0f + p);
        }
    }
    o[i] = r0;
    o[i + 2048] = r1;
}
LOOP(roots)
