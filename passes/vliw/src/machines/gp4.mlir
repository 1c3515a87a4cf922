// The machine of the second example of swing modulo scheduling (IEEE TC 2001, figure 8): four general units, pipelined,
// latency 2. Ours: the register file, and branches that take no unit.
vliw.machine @gp4 issue 4 delay 0 min_ii 1 writes early {
  vliw.unit @general count 4
  vliw.registers @r size 64
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @any latency 2 runs ["*"] on @general
}
