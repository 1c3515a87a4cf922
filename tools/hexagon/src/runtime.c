// The runtime library: what Hexagon V66 has no instructions for, on integers, and memory. Floats are IEEE 754, rounded to the nearest
// one, ties to even, and subnormal ones are kept; a NaN that is a result is quiet. The names are those that compilers for
// Hexagon call. No operator here becomes a call: there is no division and no product of doubles.

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

// Quotient and remainder of unsigned integers, a bit at a time.
struct divided {
    u64 quotient, remainder;
};

static inline struct divided divide(u64 a, u64 b) {
    struct divided result = {0, a};
    if (a < b)
        return result;
    int shift = __builtin_clzll(b) - __builtin_clzll(a);
    for (b <<= shift; shift >= 0; shift--, b >>= 1) {
        result.quotient <<= 1;
        if (result.remainder >= b) {
            result.remainder -= b;
            result.quotient |= 1;
        }
    }
    return result;
}

static inline u64 magnitude(i64 value) { return value < 0 ? 0 - (u64)value : (u64)value; }

static inline i64 with_sign_of(u64 value, i64 sign) { return (i64)(sign < 0 ? 0 - value : value); }

u64 __hexagon_udivdi3(u64 a, u64 b) { return divide(a, b).quotient; }
u64 __hexagon_umoddi3(u64 a, u64 b) { return divide(a, b).remainder; }
i64 __hexagon_divdi3(i64 a, i64 b) {
    return with_sign_of(divide(magnitude(a), magnitude(b)).quotient, a ^ b);
}
i64 __hexagon_moddi3(i64 a, i64 b) { return with_sign_of(divide(magnitude(a), magnitude(b)).remainder, a); }

// The parts of doubles.
#define SIGN 0x8000000000000000ULL
#define INFINITY_BITS 0x7ff0000000000000ULL
#define NAN_BITS 0x7ff8000000000000ULL
#define MANTISSA_BITS 52
#define IMPLICIT (1ULL << MANTISSA_BITS)
#define BIAS 1023

static inline u64 bits_of(double value) {
    u64 bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double double_of(u64 bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static inline int is_nan(u64 bits) { return (bits & ~SIGN) > INFINITY_BITS; }
static inline int is_infinite(u64 bits) { return (bits & ~SIGN) == INFINITY_BITS; }
static inline int is_zero(u64 bits) { return (bits & ~SIGN) == 0; }

// mantissa * 2^exponent with bit 52 of the mantissa set.
struct number {
    u64 mantissa;
    int exponent;
};

// The magnitude of a finite number that is not zero.
static inline struct number parts(u64 bits) {
    struct number number = {bits & (IMPLICIT - 1), (int)(bits >> MANTISSA_BITS & 0x7ff)};
    if (number.exponent != 0) {
        number.mantissa |= IMPLICIT;
    } else {
        int shift = __builtin_clzll(number.mantissa) - (63 - MANTISSA_BITS);
        number.mantissa <<= shift;
        number.exponent = 1 - shift;
    }
    number.exponent -= BIAS + MANTISSA_BITS;
    return number;
}

// value >> by, with the lowest bit set if a bit that is shifted out was.
static inline u64 shifted(u64 value, int by) {
    if (by == 0)
        return value;
    return by > 63 ? value != 0 : value >> by | (value << (64 - by) != 0);
}

// The double nearest to value * 2^exponent; the lowest bit of the value may stand for more behind it.
static double rounded(u64 sign, u64 value, int exponent) {
    if (value == 0)
        return double_of(sign);
    int shift = __builtin_clzll(value);
    value <<= shift;
    // value / 2^63 is from 1 to 2.
    exponent += 63 - shift + BIAS;
    if (exponent >= 0x7ff)
        return double_of(sign | INFINITY_BITS);
    if (exponent <= 0) {
        value = shifted(value, 1 - exponent);
        exponent = 0;
    }
    u64 kept = value >> 11, rest = value & 0x7ff;
    kept += rest > 0x400 || (rest == 0x400 && (kept & 1));
    // A carry makes the exponent greater, up to that of infinity. The implicit bit adds one to it.
    u64 bits = exponent == 0 ? kept : ((u64)(exponent - 1) << MANTISSA_BITS) + kept;
    return double_of(sign | bits);
}

// 128 bits.
struct wide {
    u64 upper, lower;
};

static inline struct wide product(u64 a, u64 b) {
    u64 a0 = (u32)a, a1 = a >> 32, b0 = (u32)b, b1 = b >> 32;
    u64 low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (u32)middle;
    struct wide result = {a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (u32)low};
    return result;
}

double __hexagon_muldf3(double x, double y) {
    u64 a = bits_of(x), b = bits_of(y), sign = (a ^ b) & SIGN;
    if (is_nan(a) || is_nan(b))
        return double_of(NAN_BITS);
    if (is_infinite(a) || is_infinite(b))
        return double_of(is_zero(a) || is_zero(b) ? NAN_BITS : sign | INFINITY_BITS);
    if (is_zero(a) || is_zero(b))
        return double_of(sign);
    struct number left = parts(a), right = parts(b);
    struct wide all = product(left.mantissa << 10, right.mantissa << 10);
    return rounded(sign, all.upper | (all.lower != 0), left.exponent + right.exponent - 20 + 64);
}

double __hexagon_divdf3(double x, double y) {
    u64 a = bits_of(x), b = bits_of(y), sign = (a ^ b) & SIGN;
    if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b)) || (is_zero(a) && is_zero(b)))
        return double_of(NAN_BITS);
    if (is_infinite(a) || is_zero(b))
        return double_of(sign | INFINITY_BITS);
    if (is_infinite(b) || is_zero(a))
        return double_of(sign);
    struct number left = parts(a), right = parts(b);
    u64 quotient = 0, rest = left.mantissa;
    // One bit before the point at most, and 55 behind it.
    for (int bit = 0; bit < 56; bit++) {
        quotient <<= 1;
        if (rest >= right.mantissa) {
            rest -= right.mantissa;
            quotient |= 1;
        }
        rest <<= 1;
    }
    return rounded(sign, quotient << 1 | (rest != 0), left.exponent - right.exponent - 56);
}

// The remainder of the quotient rounded to zero; its sign is that of x.
double fmod(double x, double y) {
    u64 a = bits_of(x), b = bits_of(y), sign = a & SIGN;
    if (is_nan(a) || is_nan(b) || is_infinite(a) || is_zero(b))
        return double_of(NAN_BITS);
    if (is_infinite(b) || is_zero(a))
        return x;
    struct number left = parts(a), right = parts(b);
    if (left.exponent < right.exponent)
        return x;
    u64 rest = left.mantissa;
    for (int bit = left.exponent - right.exponent;; bit--) {
        if (rest >= right.mantissa)
            rest -= right.mantissa;
        if (bit == 0)
            break;
        rest <<= 1;
    }
    return rounded(sign, rest, right.exponent);
}

double sqrt(double x) {
    u64 a = bits_of(x);
    if (is_nan(a) || (a & SIGN && !is_zero(a)))
        return double_of(NAN_BITS);
    if (is_zero(a) || is_infinite(a))
        return x;
    struct number of = parts(a);
    // The number is value * 2^(2 * exponent); two bits of the value, and of 56 zeros behind it, make one of the root.
    u64 value = of.mantissa << 10 << (of.exponent & 1);
    int exponent = (of.exponent - (of.exponent & 1)) / 2 - 5;
    u64 root = 0, rest = 0;
    for (int bit = 0; bit < 60; bit++) {
        rest = rest << 2 | value >> 62;
        value <<= 2;
        u64 next = root << 2 | 1;
        root <<= 1;
        if (rest >= next) {
            rest -= next;
            root |= 1;
        }
    }
    return rounded(0, root << 1 | (rest != 0), exponent - 29);
}

// x * y + z, rounded once.
double fma(double x, double y, double z) {
    u64 a = bits_of(x), b = bits_of(y), c = bits_of(z), sign = (a ^ b) & SIGN;
    int is_invalid = (is_infinite(a) && is_zero(b)) || (is_zero(a) && is_infinite(b));
    if (is_nan(a) || is_nan(b) || is_nan(c) || is_invalid)
        return double_of(NAN_BITS);
    if (is_infinite(a) || is_infinite(b))
        return double_of(is_infinite(c) && ((c & SIGN) != sign) ? NAN_BITS : sign | INFINITY_BITS);
    if (is_infinite(c))
        return z;
    if (is_zero(a) || is_zero(b))
        return is_zero(c) ? double_of(sign & c) : z;
    struct number left = parts(a), right = parts(b);
    // The product has its highest bit at 125 or 124, what is added at 125.
    struct wide sum = product(left.mantissa << 10, right.mantissa << 10);
    int exponent = left.exponent + right.exponent - 20;
    if (is_zero(c))
        return rounded(sign, sum.upper | (sum.lower != 0), exponent + 64);
    struct number last = parts(c);
    struct wide other = {last.mantissa << 9, 0};
    int last_exponent = last.exponent - 9 - 64;
    u64 other_sign = c & SIGN;
    if (last_exponent > exponent) {
        struct wide swapped = sum;
        sum = other;
        other = swapped;
        int of_swapped = exponent;
        exponent = last_exponent;
        last_exponent = of_swapped;
        other_sign = sign;
        sign = c & SIGN;
    }
    // The bits of the other one that are below those of the sum become one bit.
    int by = exponent - last_exponent;
    for (; by >= 64; by -= 64) {
        other.lower = other.upper | (other.lower != 0);
        other.upper = 0;
        if (other.lower <= 1)
            break;
    }
    if (by > 0 && by < 64) {
        u64 below = other.lower << (64 - by);
        other.lower = other.lower >> by | other.upper << (64 - by) | (below != 0);
        other.upper >>= by;
    }
    if (sign == other_sign) {
        sum.lower += other.lower;
        sum.upper += other.upper + (sum.lower < other.lower);
    } else {
        int is_less = sum.upper < other.upper || (sum.upper == other.upper && sum.lower < other.lower);
        struct wide more = is_less ? other : sum, less = is_less ? sum : other;
        sign = is_less ? other_sign : sign;
        sum.upper = more.upper - less.upper - (more.lower < less.lower);
        sum.lower = more.lower - less.lower;
        if (sum.upper == 0 && sum.lower == 0)
            return 0.0;
    }
    if (sum.upper == 0)
        return rounded(sign, sum.lower, exponent);
    int shift = __builtin_clzll(sum.upper);
    if (shift > 0) {
        sum.upper = sum.upper << shift | sum.lower >> (64 - shift);
        sum.lower <<= shift;
    }
    return rounded(sign, sum.upper | (sum.lower != 0), exponent + 64 - shift);
}

// How a number becomes an integer.
enum direction { DOWN, UP, TO_ZERO, TO_EVEN, AWAY };

static double integral(double x, enum direction direction) {
    u64 a = bits_of(x), sign = a & SIGN;
    int exponent = (int)(a >> MANTISSA_BITS & 0x7ff) - BIAS;
    if (is_nan(a))
        return double_of(a | NAN_BITS);
    if (exponent >= MANTISSA_BITS || is_zero(a))
        return x;
    // The bits behind the point, of which -1 has all, and below that none is before the point.
    int n_bits = exponent < 0 ? MANTISSA_BITS : MANTISSA_BITS - exponent;
    u64 whole = exponent < 0 ? 0 : (a & ~SIGN) >> n_bits << n_bits;
    u64 fraction = (a & ~SIGN) - whole, half = 1ULL << (n_bits - 1);
    int is_odd = exponent >= 0 && ((exponent == 0) || (whole >> n_bits & 1));
    int is_above, is_tie;
    if (exponent < 0) {
        is_tie = exponent == -1 && (a & (IMPLICIT - 1)) == 0;
        is_above = exponent == -1 && !is_tie;
    } else {
        is_tie = fraction == half;
        is_above = fraction > half;
    }
    int grows = 0;
    if (fraction != 0)
        switch (direction) {
        case DOWN: grows = sign != 0; break;
        case UP: grows = sign == 0; break;
        case TO_ZERO: break;
        case TO_EVEN: grows = is_above || (is_tie && is_odd); break;
        case AWAY: grows = is_above || is_tie; break;
        }
    if (exponent < 0)
        return double_of(sign | (grows ? (u64)BIAS << MANTISSA_BITS : 0));
    return double_of(sign | (whole + (grows ? 1ULL << n_bits : 0)));
}

double floor(double x) { return integral(x, DOWN); }
double ceil(double x) { return integral(x, UP); }
double trunc(double x) { return integral(x, TO_ZERO); }
double roundeven(double x) { return integral(x, TO_EVEN); }
double round(double x) { return integral(x, AWAY); }

// A float is a double, and what is an integer, a remainder or rounded twice from 53 bits to 24 is right.
float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float truncf(float x) { return (float)trunc(x); }
float roundevenf(float x) { return (float)roundeven(x); }
float roundf(float x) { return (float)round(x); }
float fmodf(float x, float y) { return (float)fmod(x, y); }
float sqrtf(float x) { return (float)sqrt(x); }

// Memory of the operating system, whose size is in the word before it.
#define MAP 222
#define UNMAP 215
#define HEADER 16
#define READ_WRITE 3
#define PRIVATE_ANONYMOUS 0x22

static long system_call(int number, u32 a, u32 b, u32 c, u32 d, u32 e) {
    register u32 r0 __asm__("r0") = a;
    register u32 r1 __asm__("r1") = b;
    register u32 r2 __asm__("r2") = c;
    register u32 r3 __asm__("r3") = d;
    register u32 r4 __asm__("r4") = e;
    register u32 r5 __asm__("r5") = 0;
    register int r6 __asm__("r6") = number;
    __asm__ volatile("trap0(#1)" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5), "r"(r6) : "memory");
    return (long)r0;
}

// A pointer to as many bytes, or null.
void *malloc(u32 size) {
    u32 all = size + HEADER;
    if (all < size)
        return 0;
    long at = system_call(MAP, 0, all, READ_WRITE, PRIVATE_ANONYMOUS, (u32)-1);
    if (at < 0 && at > -4096)
        return 0;
    *(u32 *)at = all;
    return (char *)at + HEADER;
}

void free(void *memory) {
    if (memory)
        system_call(UNMAP, (u32)memory - HEADER, *(u32 *)((char *)memory - HEADER), 0, 0, 0);
}
