// RUN: rmlir-translate %s --schedule-ssp
// Modulo problems get an initiation interval and start times.

ssp.instance @circuit of "ModuloProblem" {
  library {
    operator_type @load [latency<2>]
    operator_type @add [latency<1>]
  }
  resource {
    resource_type @port [limit<1>]
  }
  graph {
    %0 = operation<@load>(@sum [dist<1>]) uses[@port]
    %1 = operation<@load>() uses[@port]
    operation<@add> @sum(%0, %1)
  }
}
