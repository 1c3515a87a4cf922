// RUN: rmlir-translate %s --schedule-ssp
// A distance in iterations that is negative.

ssp.instance @behind of "ModuloProblem" {
  library {
    operator_type @add [latency<1>]
  }
  graph {
    %0 = operation<@add>(@sum [dist<-1>])
    operation<@add> @sum(%0)
  }
}
