// The machine of the first example of swing modulo scheduling (Llosa, Ayguadé, González, Valero, Eckhardt, IEEE TC 2001,
// figure 2): two load/store units, an adder and a multiplier, pipelined, four operations a cycle, every latency 2. Units
// and latencies follow from the numbers of the text. Ours: the register file, branches that take no unit, and that
// operations on integers run on the adder.
vliw.machine @toy_fig2 issue 4 delay 0 min_ii 1 writes early {
  vliw.unit @memory count 2
  vliw.unit @adder count 1
  vliw.unit @multiplier count 1
  vliw.registers @r size 64
  vliw.class @access latency 2 runs ["memref.load", "memref.store"] on @memory
  vliw.class @multiply latency 2 runs ["arith.mulf", "arith.muli", "arith.divf"] on @multiplier
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @add latency 2 runs ["*"] on @adder
}
