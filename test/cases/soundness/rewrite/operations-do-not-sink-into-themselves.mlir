// RUN: rmlir-opt %s --control-flow-sink
// RUN: rmlir-opt %s --control-flow-sink --canonicalize

// In a graph region operations with regions may use their own results: they do not move into these.

module {
  %true = arith.constant true
  %0 = scf.if %true -> (i32) {
    scf.yield %0 : i32
  } else {
    scf.yield %1 : i32
  }
  %1 = arith.constant 4 : i32
  %2 = scf.execute_region -> i64 {
    %3 = scf.if %true -> (i64) {
      scf.yield %2 : i64
    } else {
      scf.yield %2 : i64
    }
    scf.yield %3 : i64
  }
  %4 = scf.execute_region -> index {
    %5 = arith.addi %4, %6 : index
    scf.yield %5 : index
  }
  %6 = arith.constant 1 : index
}
