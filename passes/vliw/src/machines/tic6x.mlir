// Texas Instruments C67x, from what its manuals are known for, not checked again here: two clusters of .L, .S, .M and .D,
// eight operations a cycle; 1 cycle for integers, 2 for multiplication, 5 for loads; floats of 32 bits 4, additions of
// 64 bits 7 on a unit taken twice, multiplications of 64 bits 10 on a unit taken four times; a branch has five delay
// slots, so that no loop has an initiation interval below 6 without the loop buffer; results come at exactly their latency,
// and until then a register may be read for what it held; 32 registers a cluster. Ours: one file for the registers of
// both clusters, so that no cross path is needed, registers that hold 64 bits, and a divider, which the machine does not
// have.
vliw.machine @tic6x issue 8 delay 5 min_ii 6 writes exact {
  vliw.unit @l count 2
  vliw.unit @s count 2
  vliw.unit @m count 2
  vliw.unit @d count 2
  vliw.registers @r size 64
  vliw.class @load latency 5 runs ["memref.load"] on @d
  vliw.class @store latency 1 runs ["memref.store"] on @d
  vliw.class @branch latency 1 runs ["vliw.branch"] on @s
  vliw.class @adddp latency 7 runs ["arith.addf", "arith.subf"] of [f64] on @l for 2
  vliw.class @mpydp latency 10 runs ["arith.mulf"] of [f64] on @m for 4
  vliw.class @addsp latency 4 runs ["arith.addf", "arith.subf", "arith.cmpf", "arith.maximumf", "arith.minimumf"] on @l
  vliw.class @mpysp latency 4 runs ["arith.mulf", "math.fma"] on @m
  vliw.class @mpy latency 2 runs ["arith.muli"] on @m
  vliw.class @divide latency 24 runs ["arith.divf", "math.sqrt", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"] on @s for 24
  vliw.class @alu latency 1 runs ["*"] on @l or @s or @d
}
