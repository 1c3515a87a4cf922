// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=three unroll=4})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=three unroll=4})'
// Four operations on three units take two cycles an iteration, and four for three iterations as one. What is stored is loaded two
// iterations later: of three as one, the first and the second load what the second and the third have stored before.

vliw.machine @three issue 8 delay 0 min_ii 1 writes early {
  vliw.unit @unit count 3
  vliw.registers @r size 64
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @any latency 1 runs ["*"] on @unit
}

func.func @ahead(%n: index, %x: memref<?xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xi32>
    %j = arith.addi %i, %c2 : index
    memref.store %a, %x[%j] : memref<?xi32>
  }
  return
}
