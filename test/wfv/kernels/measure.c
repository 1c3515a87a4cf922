// Times kernels that several compilers made, in turns. Prints for each kernel its name, by code the shortest time of a
// round in nanoseconds, and by code a sum of what it computed.
//
// A line `KERNELS(X)` is given by the build: X(name, items, n, m, rounds of the kernel in one measurement), and
// `WIDE(X)` names the codes with the calling convention of memrefs.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 1 << 17, MOST_CODES = 8 };

#define PLAIN_ARGS long, const float *, const float *, float *, int *, long, long
#define MEMREF(type) type *, type *, long, long, long
#define WIDE_ARGS long, MEMREF(float), MEMREF(float), MEMREF(float), MEMREF(int), long, long

static float a[SIZE + 64] __attribute__((aligned(64))), b[SIZE + 64] __attribute__((aligned(64)));
static float o[SIZE + 64] __attribute__((aligned(64)));
static int k[SIZE * 4] __attribute__((aligned(64)));

typedef void Plain(PLAIN_ARGS);
typedef void Wide(WIDE_ARGS);

static void fill(void) {
    unsigned x = 2463534242u;
    for (long i = 0; i < SIZE + 64; i++) {
        float *arrays[3] = {a, b, o};
        for (int array = 0; array < 3; array++) {
            x ^= x << 13, x ^= x >> 17, x ^= x << 5;
            arrays[array][i] = (float)((int)(x >> 8 & 511) - 256) / 32.0f;
        }
    }
    for (long i = 0; i < SIZE * 4; i++) {
        x ^= x << 13, x ^= x >> 17, x ^= x << 5;
        k[i] = x >> 9 & 63;
    }
}

// One call, or a whole bitonic sort: all distances for all sizes of sorted runs.
static void call(Plain *plain, Wide *wide, int sorts, long items, long n, long m) {
    for (long run = sorts ? 2 : m; run <= (sorts ? items : m); run *= 2) {
        for (long d = sorts ? run / 2 : n; d >= 1; d = sorts ? d / 2 : 0) {
            if (plain)
                plain(items, a, b, o, k, d, run);
            else
                wide(items, a, a, 0, SIZE, 1, b, b, 0, SIZE, 1, o, o, 0, SIZE, 1, k, k, 0, SIZE * 4, 1, d, run);
        }
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double sum(void) {
    double sum = 0;
    for (long i = 0; i < SIZE; i++) sum += (double)o[i] * (double)(i % 7 + 1);
    for (long i = 0; i < SIZE * 4; i++) sum += (double)k[i] * (double)(i % 5 + 1);
    return sum;
}

#define DECLARE(name, items, n, m, rounds) \
    void name##_clang(PLAIN_ARGS);         \
    void name##_gcc(PLAIN_ARGS);
KERNELS(DECLARE)
#define DECLARE_WIDE(name) void name(WIDE_ARGS);
WIDE(DECLARE_WIDE)

static void measure(const char *name, Plain **plain, Wide **wide, int count, int sorts, long items, long n, long m,
                    int rounds, int turns) {
    double best[MOST_CODES], sums[MOST_CODES];
    for (int code = 0; code < count; code++) {
        best[code] = 1e300;
        fill();
        call(plain[code], wide[code], sorts, items, n, m);
        sums[code] = sum();
    }
    for (int turn = 0; turn < turns; turn++) {
        for (int code = 0; code < count; code++) {
            // What is sorted already takes another time.
            if (sorts) fill();
            call(plain[code], wide[code], 0, items < 64 ? items : 64, n, m);
            double start = now();
            for (int round = 0; round < rounds; round++) call(plain[code], wide[code], sorts, items, n, m);
            double time = (now() - start) / rounds;
            if (time < best[code]) best[code] = time;
        }
    }
    printf("%s", name);
    for (int code = 0; code < count; code++) printf(" %.1f %.9g", best[code], sums[code]);
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    int turns = argc > 1 ? atoi(argv[1]) : 5;
    CALLS
    return 0;
}
