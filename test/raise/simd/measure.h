// What all examples have in common: `prepare` fills their arrays, `run` is what is measured, and `show` prints the
// results. Standard output has the results, standard error the shortest time of `run` in nanoseconds; the argument is the
// number of executions.
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void prepare(void);
__attribute__((noinline)) static void run(void);
static void show(void);

// A number in [low, high), the next of a sequence.
static inline float next_float(float low, float high) {
    static uint32_t x = 2463534242u;
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    return low + (high - low) * ((float)(x >> 8) / 16777216.0f);
}

// All bits of `size` bytes, as a number.
static inline void show_bits(const void *data, size_t size) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)data)[i]) * 1099511628211u;
    printf("%016llx\n", (unsigned long long)hash);
}

int main(int argc, char **argv) {
    double shortest = INFINITY;
    prepare();
    for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 1); i++) {
        struct timespec start, end;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
        run();
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
        double time = (double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec);
        if (time < shortest) shortest = time;
    }
    show();
    fprintf(stderr, "%.0f\n", shortest);
    return 0;
}
