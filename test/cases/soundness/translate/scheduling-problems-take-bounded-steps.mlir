// RUN: rmlir-translate %s --schedule-ssp
// RUN: rmlir-translate %s --schedule-ssp --max-steps=10
// RUN: rmlir-translate %s --explain-ssp --max-steps=10
// RUN: rmlir-translate %s --schedule-ssp --max-steps=many
// A search that ends by its limit says so: what it gives then is a schedule, and need not be the best.

ssp.instance @chain of "ModuloProblem" {
  library {
    operator_type @add [latency<3>, limit<2>]
  }
  graph {
    %0 = operation<@add>(%15 [dist<2>])
    %1 = operation<@add>(%0)
    %2 = operation<@add>(%1, %1)
    %3 = operation<@add>(%2, %1)
    %4 = operation<@add>(%3, %2)
    %5 = operation<@add>(%4, %2)
    %6 = operation<@add>(%5, %3)
    %7 = operation<@add>(%6, %3)
    %8 = operation<@add>(%7, %4)
    %9 = operation<@add>(%8, %4)
    %10 = operation<@add>(%9, %5)
    %11 = operation<@add>(%10, %5)
    %12 = operation<@add>(%11, %6)
    %13 = operation<@add>(%12, %6)
    %14 = operation<@add>(%13, %7)
    %15 = operation<@add>(%14, %7)
  }
}
