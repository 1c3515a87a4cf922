// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=paths unroll=1})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=broadcasts unroll=1})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=paths unroll=1})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=broadcasts unroll=1})'
// Two clusters. Each loads, so that the interval is 3 and not 5; the variable that counts is computed in both. Where there are cross
// paths, an operation reads what it alone needs from the other cluster, and what several need (@shared) is copied; where results can
// be broadcast, the operation that computes one writes it in both clusters, in their first registers.

vliw.machine @paths issue 8 delay 0 min_ii 1 writes early {
  vliw.unit @memory0 count 1 cluster 0
  vliw.unit @alu0 count 1 cluster 0
  vliw.unit @path0 count 1 cluster 0 crosses reads
  vliw.unit @memory1 count 1 cluster 1
  vliw.unit @alu1 count 1 cluster 1
  vliw.unit @path1 count 1 cluster 1 crosses reads
  vliw.registers @a size 32 cluster 0
  vliw.registers @b size 32 cluster 1
  vliw.class @access latency 2 runs ["memref.load", "memref.store"] on @memory0 or @memory1
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @copy latency 1 runs ["vliw.cross"] on @alu0 + @path0 or @alu1 + @path1
  vliw.class @alu latency 1 runs ["*"] on @alu0 or @alu1 or @alu0 + @path0 or @alu1 + @path1
}

vliw.machine @broadcasts issue 8 delay 0 min_ii 1 writes early {
  vliw.unit @memory0 count 1 cluster 0
  vliw.unit @alu0 count 1 cluster 0
  vliw.unit @out0 count 1 cluster 0 crosses writes
  vliw.unit @memory1 count 1 cluster 1
  vliw.unit @alu1 count 1 cluster 1
  vliw.unit @out1 count 1 cluster 1 crosses writes
  vliw.registers @a size 32 cluster 0 crossed 8
  vliw.registers @b size 32 cluster 1 crossed 8
  vliw.class @access latency 2 runs ["memref.load", "memref.store"] on @memory0 or @memory1
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @alu latency 1 runs ["*"] on @alu0 or @alu1 or @alu0 + @out0 or @alu1 + @out1
}

func.func @both(%n: index, %x: memref<?xi32>, %y: memref<?xi32>, %z: memref<?xi32>, %w: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xi32>
    %b = memref.load %y[%i] : memref<?xi32>
    %c = memref.load %z[%i] : memref<?xi32>
    %s = arith.addi %a, %b : i32
    %t = arith.muli %s, %c : i32
    %u = arith.xori %s, %c : i32
    memref.store %t, %z[%i] : memref<?xi32>
    memref.store %u, %w[%i] : memref<?xi32>
  } {vliw.no_alias}
  return
}

func.func @shared(%n: index, %x: memref<?xi32>, %k: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %k, %q = %k, %s = %k, %t = %k) -> (i32, i32, i32, i32) {
    %a = memref.load %x[%i] : memref<?xi32>
    %b = arith.muli %a, %a : i32
    %p1 = arith.addi %p, %b : i32
    %q1 = arith.xori %q, %b : i32
    %s1 = arith.maxsi %s, %b : i32
    %t1 = arith.minsi %t, %b : i32
    scf.yield %p1, %q1, %s1, %t1 : i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}
