// RUN: rmlir-opt %s
// Everything a description has: units in clusters, files that rotate and that hold some types, classes with several ways.

vliw.machine @everything issue 3 delay 1 min_ii 2 writes exact {
  vliw.unit @alu count 2 cluster 0
  vliw.unit @memory count 1 cluster 1
  vliw.unit @port count 1
  vliw.registers @f size 32 rotating 16 holds [f32, f64]
  vliw.registers @p size 8 holds [i1, !pvec.pred]
  vliw.registers @r size 64
  vliw.class @load latency 3 runs ["memref.load"] on @memory + @port at 2
  vliw.class @divide latency 9 runs ["arith.divf"] of [f32] on @alu for 8
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @any latency 1 runs ["*"] on @alu or @memory + @port
}
