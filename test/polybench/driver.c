/* The main program of every kernel: prints what @run returns, exactly. */
#include <stdio.h>

double run(void);

int main(void) {
  printf("%.17g\n", run());
  return 0;
}
