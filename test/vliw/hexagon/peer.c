// The counted loops of this folder and of ../loops in C, for the comparison with clang: the same operations in the same
// order, on floats of 32 bits; `restrict` where the loop in MLIR says that memrefs do not overlap.
typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef long long i64;
#define R restrict

void multiply_add(int n, int a, int *R x, int *R y) {
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

int limited_dot(int n, int limit, int *a, int *b) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        int p = a[i] * b[i];
        s += p < limit ? p : limit;
    }
    return s;
}

int bytes(int n, u8 *R x, i8 *R y, i16 *R z, unsigned *R most) {
    int s = 0;
    unsigned m = 0;
    for (int i = 0; i < n; i++) {
        int d = x[i] - y[i], e = -d, a = d > e ? d : e;
        s += a;
        m = m > (unsigned)a ? m : (unsigned)a;
        z[i] = s;
    }
    *most = m;
    return s;
}

i64 long_dot(int n, int *R x, i64 *R y) {
    i64 s = 0;
    for (int i = 0; i < n; i++) {
        s += x[i] * y[i];
        y[i] ^= s;
    }
    return s;
}

void stencil(int n, int *R x, int nx, int *R y, int ny) {
    for (int i = 0; i < n; i++)
        y[i * ny + i] = x[i * nx + 1] + x[(i + 1) * nx + 1] + x[(i + 2) * nx + 2];
}

float dot(int n, float *x, float *y) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

void daxpy(int n, float a, float *R x, float *R y) {
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

void fir(int n, float *R x, float *R y, float h0, float h1, float h2, float h3) {
    for (int i = 0; i < n; i++)
        y[i] = x[i] * h0 + x[i + 1] * h1 + x[i + 2] * h2 + x[i + 3] * h3;
}

void complex_multiply(int n, float *R x, int nx, float *R y, int ny, float *R z, int nz) {
    for (int i = 0; i < n; i++) {
        float xr = x[i * nx], xi = x[i * nx + 1], yr = y[i * ny], yi = y[i * ny + 1];
        z[i * nz] = xr * yr - xi * yi;
        z[i * nz + 1] = xr * yi + xi * yr;
    }
}

float biquad(int n, float *R x, float *R y, float b0, float b1, float a1, float a2, float *R last) {
    float w1 = 0, w2 = 0;
    for (int i = 0; i < n; i++) {
        float w0 = x[i] - a1 * w1 - a2 * w2;
        y[i] = b0 * w0 + b1 * w1;
        w2 = w1;
        w1 = w0;
    }
    *last = w2;
    return w1;
}

void livermore_1(int n, float *R x, float *R y, float *R z, float q, float r, float t) {
    for (int k = 0; k < n; k++)
        x[k] = q + y[k] * (r * z[k + 5] + t * z[k + 6]);
}

void livermore_5(int n, float *R x, float *R y, float *R z) {
    for (int i = 1; i < n + 1; i++)
        x[i] = z[i] * (y[i] - x[i - 1]);
}

void livermore_7(int n, float *R x, float *R y, float *R z, float *R u, float r, float t) {
    for (int k = 0; k < n; k++)
        x[k] = (u[k] + r * (z[k] + r * y[k])) +
               t * ((u[k + 3] + r * (u[k + 2] + r * u[k + 1])) + t * (u[k + 6] + r * (u[k + 4] + r * u[k + 5])));
}

float livermore_11(int n, float *R x, float *R y) {
    float s = 0;
    for (int k = 0; k < n; k++)
        x[k] = s = s + y[k];
    return s;
}

void matrix_vector(int n, float *a, int na, float *x, float *y) {
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < n; j++)
            s += a[i * na + j] * x[j];
        y[i] = s;
    }
}

int clamp(int n, int *x, int *y, int low, int high) {
    int best = low;
    for (int i = 0; i < n; i++) {
        int v = x[i];
        v = v < low ? low : v;
        v = v > high ? high : v;
        y[i] = v;
        best = v > best ? v : best;
    }
    return best;
}

void negative_2(int n, int *x) {
    for (int i = 0; i < n; i++)
        x[n - i] += x[n - i + 2];
}

int backwards(int n, int *x) {
    int last = n + 2, sum = 0;
    for (int i = 0; i < n; i += 2) {
        int d = x[last - i] + sum;
        x[last - i + 2] = d;
        sum = d ^ x[last - i];
    }
    return sum;
}

void factors(int n, float *x, float k) {
    int half = (unsigned)n / 2;
    for (int i = 0; i < half; i++)
        x[i] = x[2 * i + 3] * k + x[2 * i];
}

struct four { int a, b, s, c; };
struct four swap(int n, int *x, int p, int q) {
    int a = p, b = q, s = 0, c = 0;
    for (int i = 0; i < n; i++) {
        int u = s + (a - x[i]) + c, old = a;
        a = b;
        b = old;
        s = u;
        c = p;
    }
    return (struct four){a, b, s, c};
}
