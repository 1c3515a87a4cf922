// Texas Instruments C67x, from what its manuals are known for, not checked again here: two clusters of .L, .S, .M and
// .D, eight operations a cycle; 1 cycle for integers, 2 for multiplication, 5 for loads; floats of 32 bits 4, additions
// of 64 bits 7 on a unit taken twice, multiplications of 64 bits 10 on a unit taken four times; a branch has five delay
// slots, so that no loop has an initiation interval below 6 without the loop buffer; results come at exactly their
// latency, and until then a register may be read for what it held; 32 registers a cluster, pairs of them for 64 bits,
// and one cross path a cluster, by which .L, .S and .M read one register of the other one in a cycle. Ours: conditions
// are read in their own cluster, 64 bits do not cross but as copies, and a divider, which the machine does not have.
vliw.machine @tic6x issue 8 delay 5 min_ii 6 writes exact {
  vliw.unit @l1 count 1 cluster 0
  vliw.unit @s1 count 1 cluster 0
  vliw.unit @m1 count 1 cluster 0
  vliw.unit @d1 count 1 cluster 0
  vliw.unit @x1 count 1 cluster 0 crosses reads
  vliw.unit @l2 count 1 cluster 1
  vliw.unit @s2 count 1 cluster 1
  vliw.unit @m2 count 1 cluster 1
  vliw.unit @d2 count 1 cluster 1
  vliw.unit @x2 count 1 cluster 1 crosses reads
  vliw.registers @a size 32 cluster 0 pairs [i64, f64]
  vliw.registers @b size 32 cluster 1 pairs [i64, f64]
  vliw.class @load latency 5 runs ["memref.load"] on @d1 or @d2
  vliw.class @store latency 1 runs ["memref.store"] on @d1 or @d2
  vliw.class @branch latency 1 runs ["vliw.branch"] on @s1 or @s2
  vliw.class @mv latency 1 runs ["vliw.cross"] on @l1 + @x1 or @s1 + @x1 or @l2 + @x2 or @s2 + @x2
  vliw.class @adddp latency 7 runs ["arith.addf", "arith.subf"] of [f64] on @l1 for 2 or @l2 for 2
  vliw.class @mpydp latency 10 runs ["arith.mulf"] of [f64] on @m1 for 4 or @m2 for 4
  vliw.class @addsp latency 4 runs ["arith.addf", "arith.subf", "arith.cmpf", "arith.maximumf", "arith.minimumf"] on @l1 or @l2 or @l1 + @x1 or @l2 + @x2
  vliw.class @mpysp latency 4 runs ["arith.mulf", "math.fma"] on @m1 or @m2 or @m1 + @x1 or @m2 + @x2
  vliw.class @mpy latency 2 runs ["arith.muli"] on @m1 or @m2 or @m1 + @x1 or @m2 + @x2
  vliw.class @divide latency 24 runs ["arith.divf", "math.sqrt", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"] on @s1 for 24 or @s2 for 24
  vliw.class @alu latency 1 runs ["*"] on @l1 or @s1 or @d1 or @l2 or @s2 or @d2 or @l1 + @x1 or @s1 + @x1 or @l2 + @x2 or @s2 + @x2
}
