//! The clock of measured C programs.

/// A C function with the name that suites use for their clock, which reads the CPU time in units of a millisecond: the time
/// of day depends on what else is executed.
pub const CPU_TIME: &str = "
#include <sys/time.h>
#include <time.h>
int gettimeofday(struct timeval *t, void *zone) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  double milliseconds = now.tv_sec * 1e3 + now.tv_nsec / 1e6;
  t->tv_sec = (long)milliseconds;
  t->tv_usec = (long)((milliseconds - t->tv_sec) * 1e6);
  return 0;
}
";
