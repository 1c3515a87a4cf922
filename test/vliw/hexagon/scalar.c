// Functions without counted loops in C, for the comparison of code sizes with clang. scalar.mlir has the same functions.
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
int sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
int median(int a, int b, int c) {
    int low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}
u32 rotate(u32 x, u32 by) { return x << (by & 31) | x >> ((32 - by) & 31); }
u32 mix(u32 a, u32 b) {
    a ^= b >> 13;
    a *= 0x85ebca6b;
    b ^= a << 7;
    b += a * 5;
    return a ^ b;
}
i64 multiply_add(i64 a, i64 b, i64 c) { return a * b + c; }
u32 add_saturated(u32 a, u32 b) {
    u32 s = a + b;
    return s < a ? 0xffffffff : s;
}
float polynomial(float x) { return (((0.5f * x + 0.25f) * x + 0.125f) * x + 2.0f) * x + 1.0f; }
float interpolate(float a, float b, float t) { return a + (b - a) * t; }
double midpoint(double a, double b) { return a + (b - a); }
int is_inside(int x, int y, int left, int top, int right, int bottom) {
    return x >= left && x < right && y >= top && y < bottom;
}
int divide_up(int a, int b) { return (a + b - 1) / b; }
int greatest_divisor(int a, int b) {
    while (b != 0) {
        int r = a % b;
        a = b;
        b = r;
    }
    return a;
}
int ones(u32 x) {
    int n = 0;
    while (x != 0) {
        x &= x - 1;
        n++;
    }
    return n;
}
int steps(u32 x) {
    int n = 0;
    while (x > 1) {
        x = x & 1 ? 3 * x + 1 : x >> 1;
        n++;
    }
    return n;
}
int power(int base, u32 exponent, int modulus) {
    int result = 1;
    while (exponent != 0) {
        if (exponent & 1) result = result * base % modulus;
        base = base * base % modulus;
        exponent >>= 1;
    }
    return result;
}
int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
void swap_elements(int *v, int i, int j) {
    int t = v[i];
    v[i] = v[j];
    v[j] = t;
}
void sort_three(int *v) {
    int a = v[0], b = v[1], c = v[2];
    int low = a < b ? a : b, high = a < b ? b : a;
    v[0] = low < c ? low : c;
    v[2] = high > c ? high : c;
    int other = low > c ? low : c;
    v[1] = other < high ? other : high;
}
float dot_three(const float *a, const float *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
int search(const int *v, int n, int key) {
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (v[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
int hash(const int *v, int n) {
    int h = 17;
    while (n > 0) {
        n -= 1;
        h = h * 31 + v[n];
    }
    return h;
}
