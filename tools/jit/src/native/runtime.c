// What upstream's runner libraries have. What is printed is kept until it is asked for, so that it comes out in order
// with what the program around prints.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Threads print one at a time.
static char printing;
static char *kept;
static size_t length, capacity;

static void keep(const char *format, ...) {
  va_list values, again;
  va_start(values, format);
  va_copy(again, values);
  size_t more = (size_t)vsnprintf(NULL, 0, format, values) + 1;
  while (__atomic_test_and_set(&printing, __ATOMIC_ACQUIRE)) {
  }
  if (length + more > capacity) {
    capacity = 2 * (length + more);
    kept = realloc(kept, capacity);
    if (!kept) abort();
  }
  vsnprintf(kept + length, more, format, again);
  length += more - 1;
  __atomic_clear(&printing, __ATOMIC_RELEASE);
  va_end(again);
  va_end(values);
}

// The text is there until something is printed again.
const char *rmlir_take_output(void) {
  if (length == 0) return "";
  length = 0;
  return kept;
}

void printI64(int64_t value) { keep("%lld", (long long)value); }
void printU64(uint64_t value) { keep("%llu", (unsigned long long)value); }
void printI32(int32_t value) { keep("%d", value); }
void printF32(float value) { keep("%g", value); }
void printF64(double value) { keep("%g", value); }
void printOpen(void) { keep("( "); }
void printClose(void) { keep(" )"); }
void printComma(void) { keep(", "); }
void printNewline(void) { keep("\n"); }
void printString(const char *text) { keep("%s", text); }

typedef struct {
  int64_t rank;
  int64_t *descriptor;
} Unranked;

// Both memrefs have the same shape; a descriptor is two addresses, the offset, sizes and strides.
void memrefCopy(int64_t size, Unranked *from, Unranked *to) {
  int64_t rank = from->rank, *sizes = from->descriptor + 3, n = 1;
  for (int64_t dim = 0; dim < rank; ++dim) n *= sizes[dim];
  for (int64_t element = 0; element < n; ++element) {
    int64_t left = element, source = from->descriptor[2], target = to->descriptor[2];
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
      int64_t index = left % sizes[dim];
      left /= sizes[dim];
      source += index * from->descriptor[3 + rank + dim];
      target += index * to->descriptor[3 + rank + dim];
    }
    memcpy((char *)to->descriptor[1] + target * size, (char *)from->descriptor[1] + source * size, (size_t)size);
  }
}
