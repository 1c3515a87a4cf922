// The machine that swing modulo scheduling was measured on with the loops of the Perfect Club (IEEE TC 2001, section 5):
// two load/store units, two adders, two multipliers, two units for division and square root; latencies 1 for stores, 2
// for loads, 4 for additions and multiplications, 17 for divisions, 30 for square roots; division and square root are
// not pipelined. Ours: eight operations a cycle, the register file, branches that take no unit, and what is not
// floating-point: integers run on the adders in one cycle, integers are multiplied and divided where floats are.
vliw.machine @perfect issue 8 delay 0 min_ii 1 writes early {
  vliw.unit @memory count 2
  vliw.unit @adder count 2
  vliw.unit @multiplier count 2
  vliw.unit @divider count 2
  vliw.registers @r size 128
  vliw.class @load latency 2 runs ["memref.load"] on @memory
  vliw.class @store latency 1 runs ["memref.store"] on @memory
  vliw.class @fadd latency 4 runs ["arith.addf", "arith.subf", "arith.negf", "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"] on @adder
  vliw.class @multiply latency 4 runs ["arith.mulf", "arith.muli", "math.fma"] on @multiplier
  vliw.class @divide latency 17 runs ["arith.divf", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"] on @divider for 17
  vliw.class @root latency 30 runs ["math.sqrt"] on @divider for 30
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @int latency 1 runs ["*"] on @adder
}
