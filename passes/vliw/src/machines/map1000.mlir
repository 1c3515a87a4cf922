// The Equator MAP1000 as swing modulo scheduling was put to work on it (Llosa, Ayguadé, González, Valero, Eckhardt, IEEE
// TC 2001, section 6): two clusters of an I-ALU (integers, loads and stores, branches) and an IFG-ALU (floats, 64-bit
// integers), simple integer operations on either; all pipelined but the divider; a branch takes effect two cycles after
// its own, so that no loop has an initiation interval below 3; 64 general registers and 16 predicates a cluster; nothing
// rotates, nothing interlocks. Ours: latencies, of which the paper gives none, one file for the registers of both
// clusters, so that no copies between them are needed, and predicates in a file of their own.
vliw.machine @map1000 issue 4 delay 2 min_ii 3 writes early {
  vliw.unit @ialu0 count 1 cluster 0
  vliw.unit @ifgalu0 count 1 cluster 0
  vliw.unit @ialu1 count 1 cluster 1
  vliw.unit @ifgalu1 count 1 cluster 1
  vliw.registers @p size 32 holds [i1, !pvec.pred]
  vliw.registers @r size 128
  vliw.class @access latency 3 runs ["memref.load", "memref.store"] on @ialu0 or @ialu1
  vliw.class @branch latency 1 runs ["vliw.branch"] on @ialu0 or @ialu1
  vliw.class @fdivide latency 16 runs ["arith.divf", "math.sqrt", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"] on @ifgalu0 for 16 or @ifgalu1 for 16
  vliw.class @float latency 4 runs ["arith.addf", "arith.subf", "arith.mulf", "arith.negf", "arith.cmpf", "arith.maximumf", "arith.minimumf", "arith.muli", "math.fma"] on @ifgalu0 or @ifgalu1
  vliw.class @int latency 1 runs ["*"] on @ialu0 or @ialu1 or @ifgalu0 or @ifgalu1
}
