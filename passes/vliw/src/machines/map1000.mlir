// The Equator MAP1000 as swing modulo scheduling was put to work on it (Llosa, Ayguadé, González, Valero, Eckhardt,
// IEEE TC 2001, section 6): two clusters of an I-ALU (integers, loads and stores, branches) and an IFG-ALU (floats,
// 64-bit integers), simple integer operations on either; all pipelined but the divider; a branch takes effect two
// cycles after its own, so that no loop has an initiation interval below 3; 64 general registers and 16 predicates a
// cluster; results go to the other cluster by copies, or by broadcast into registers 0 to 15 of both; one PLV register
// of 128 bits a cluster, which sigma operations read and write; 64 bits in pairs of registers, the first one even; some
// operations read registers 0 to 7 and 16 to 23 only; nothing rotates, nothing interlocks. Ours: that those are
// division and square root, latencies, of which the paper gives none, a copy of any register in a cycle on any unit of
// the cluster that wants it, one path for copies into a cluster and one for broadcasts out of it, and that predicates
// are broadcast too.
vliw.machine @map1000 issue 4 delay 2 min_ii 3 writes early {
  vliw.unit @ialu0 count 1 cluster 0
  vliw.unit @ifgalu0 count 1 cluster 0
  vliw.unit @in0 count 1 cluster 0 crosses reads
  vliw.unit @out0 count 1 cluster 0 crosses writes
  vliw.unit @ialu1 count 1 cluster 1
  vliw.unit @ifgalu1 count 1 cluster 1
  vliw.unit @in1 count 1 cluster 1 crosses reads
  vliw.unit @out1 count 1 cluster 1 crosses writes
  vliw.registers @plv0 size 1 cluster 0 holds [i128, vector<8xi16>]
  vliw.registers @plv1 size 1 cluster 1 holds [i128, vector<8xi16>]
  vliw.registers @p0 size 16 cluster 0 holds [i1, !pvec.pred]
  vliw.registers @p1 size 16 cluster 1 holds [i1, !pvec.pred]
  vliw.registers @r0 size 64 cluster 0 crossed 16 pairs [i64, f64]
  vliw.registers @r1 size 64 cluster 1 crossed 16 pairs [i64, f64]
  vliw.class @load latency 3 runs ["memref.load"] on @ialu0 or @ialu1 or @ialu0 + @out0 or @ialu1 + @out1
  vliw.class @store latency 1 runs ["memref.store"] on @ialu0 or @ialu1
  vliw.class @branch latency 1 runs ["vliw.branch"] on @ialu0 or @ialu1
  vliw.class @sigma latency 1 runs ["*"] of [i128, vector<8xi16>] on @ifgalu0 or @ifgalu1
  vliw.class @copy latency 1 runs ["vliw.cross"] of [i1, i8, i16, i32, i64, index, f32, f64, !pvec.pred] on @ialu0 + @in0 or @ifgalu0 + @in0 or @ialu1 + @in1 or @ifgalu1 + @in1
  vliw.class @fdivide latency 16 runs ["arith.divf", "math.sqrt", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"] within [0, 7, 16, 23] on @ifgalu0 for 16 or @ifgalu1 for 16
  vliw.class @float latency 4 runs ["arith.addf", "arith.subf", "arith.mulf", "arith.negf", "arith.cmpf", "arith.maximumf", "arith.minimumf", "arith.muli", "math.fma"] on @ifgalu0 or @ifgalu1 or @ifgalu0 + @out0 or @ifgalu1 + @out1
  vliw.class @int latency 1 runs ["*"] on @ialu0 or @ialu1 or @ifgalu0 or @ifgalu1 or @ialu0 + @out0 or @ialu1 + @out1 or @ifgalu0 + @out0 or @ifgalu1 + @out1
}
