// RUN: rmlir-run %s --args 5 --trace
// RUN: rmlir-run %s --args 5 --profile

func.func @main(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %sum = scf.for %i = %c0 to %n step %c2 iter_args(%acc = %c0) -> index {
    %next = arith.addi %acc, %i : index
    scf.yield %next : index
  }
  return %sum : index
}
