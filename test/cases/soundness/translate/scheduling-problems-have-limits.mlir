// RUN: rmlir-translate %s --schedule-ssp --max-steps=4000000000 --split-input-file --verify-diagnostics
// RUN: rmlir-translate %s --explain-ssp --split-input-file --verify-diagnostics
// Limits, latencies and distances are sizes of tables, up to what tables have room for; a limit beyond the number of operations is none.

ssp.instance @many_units of "ModuloProblem" {
  library {
    operator_type @add [latency<1>, limit<2147483648>]
  }
  resource {
    resource_type @unit [limit<4294967295>]
  }
  graph {
    %0 = operation<@add>(%1 [dist<1>])
    %1 = operation<@add>(%0) uses[@unit]
  }
}

// -----

// expected-error @+1 {{expected a sum of distances of at most}}
ssp.instance @distance of "ModuloProblem" {
  library {
    operator_type @add [latency<1>]
  }
  graph {
    %0 = operation<@add>(%1 [dist<2147483648>])
    %1 = operation<@add>(%0)
  }
}

// -----

// expected-error @+1 {{expected a sum of distances of at most}}
ssp.instance @distances of "ModuloProblem" {
  library {
    operator_type @add [latency<1>]
  }
  graph {
    %0 = operation<@add>(%1 [dist<16777216>])
    %1 = operation<@add>(%0)
  }
}

// -----

// expected-error @+1 {{expected a sum of latencies and reservations of at most}}
ssp.instance @latency of "ModuloProblem" {
  library {
    operator_type @add [latency<9223372036854775807>]
  }
  graph {
    %0 = operation<@add>(%1 [dist<1>])
    %1 = operation<@add>(%0)
  }
}

// -----

// expected-error @+1 {{expected a sum of latencies and reservations of at most}}
ssp.instance @negative of "ModuloProblem" {
  library {
    operator_type @add [latency<-9223372036854775808>]
  }
  graph {
    %0 = operation<@add>(%1 [dist<1>])
    %1 = operation<@add>(%0)
  }
}

// -----

ssp.instance @far of "ModuloProblem" {
  library {
    operator_type @add [latency<3>]
  }
  graph {
    %0 = operation<@add>(%1 [dist<1000000>])
    %1 = operation<@add>(%0)
  }
}
