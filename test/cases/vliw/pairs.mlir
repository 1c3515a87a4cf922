// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=narrow unroll=1})'
// A file whose values of 64 bits take two registers, from an even number on, and divisions that read the last four registers
// only: what is divided and by what are in 4 to 7, the sum is in a pair.

vliw.machine @narrow issue 2 delay 0 min_ii 1 writes early {
  vliw.unit @alu count 2
  vliw.unit @divider count 1
  vliw.registers @r size 8 pairs [i64]
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @divide latency 4 runs ["arith.divui"] within [4, 7] on @divider for 4
  vliw.class @any latency 1 runs ["*"] on @alu
}

func.func @mean(%n: index, %x: memref<?xi32>, %d: i32) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %v = memref.load %x[%i] : memref<?xi32>
    %q = arith.divui %v, %d : i32
    %w = arith.extui %q : i32 to i64
    %t = arith.addi %s, %w : i64
    scf.yield %t : i64
  }
  return %sum : i64
}
