// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=sigma})'
// A register that there is one of, as the PLV of the MAP1000: chains on it are the first sets, the longest one first. Each
// ends before the next one begins, and an interval is no shorter than both; who reads what is in it does so before it is overwritten.

vliw.machine @sigma issue 4 delay 0 min_ii 1 writes early {
  vliw.unit @memory count 2
  vliw.unit @alu count 2
  vliw.registers @plv size 1 holds [i128]
  vliw.registers @r size 32
  vliw.class @load latency 2 runs ["memref.load"] on @memory
  vliw.class @store latency 1 runs ["memref.store"] on @memory
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @any latency 1 runs ["*"] on @alu
}

func.func @chains(%n: index, %x: memref<?xi64>, %y: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shift = arith.constant 64 : i128
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xi64>
    %b = memref.load %y[%i] : memref<?xi64>
    %p0 = arith.extui %a : i64 to i128
    %p1 = arith.muli %p0, %p0 : i128
    %early = arith.trunci %p1 : i128 to i64
    %p2 = arith.shrui %p1, %shift : i128
    %p = arith.trunci %p2 : i128 to i64
    %q0 = arith.extui %b : i64 to i128
    %q1 = arith.shli %q0, %shift : i128
    %q = arith.trunci %q1 : i128 to i64
    %t = arith.xori %p, %q : i64
    %u = arith.addi %t, %early : i64
    memref.store %u, %y[%i] : memref<?xi64>
  }
  return
}
