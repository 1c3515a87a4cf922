// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=map1000})' | rmlir-run --entry sum --args 100
// RUN: rmlir-run %s --entry sum --args 100
// The code of a loop runs on the simulated machine, delay slots included.

func.func @sum(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> (index) {
    %square = arith.muli %i, %i : index
    %next = arith.addi %acc, %square : index
    scf.yield %next : index
  }
  return %sum : index
}
