// Intel Itanium 2, from what its manuals are known for, not checked again here: two bundles of three operations a cycle on
// four M, two I, two F and three B ports; 4 cycles for floats, 1 for integers and their loads, 6 for loads of floats;
// 96 rotating general and 96 rotating float registers, 48 rotating predicates. Here a loop's branch rotates all files at once.
// Speculative loads (`ld.s`) are dismissible.
// Ours: that templates of bundles do not bind, a divider, which the machine does not have, and explicit prologues.
vliw.machine @itanium2 issue 6 delay 0 min_ii 1 writes early {
  vliw.unit @m count 4
  vliw.unit @i count 2
  vliw.unit @f count 2
  vliw.unit @b count 3
  vliw.registers @fr size 128 rotating 96 holds [f32, f64]
  vliw.registers @pr size 64 rotating 48 holds [i1, !pvec.pred]
  vliw.registers @gr size 128 rotating 96
  vliw.class @fload latency 6 runs ["memref.load"] of [f32, f64] on @m
  vliw.class @load latency 1 runs ["memref.load"] on @m
  vliw.class @fload_s latency 6 runs ["vliw.dismissible_load"] of [f32, f64] on @m
  vliw.class @load_s latency 1 runs ["vliw.dismissible_load"] on @m
  vliw.class @store latency 1 runs ["memref.store"] on @m
  vliw.class @branch latency 1 runs ["vliw.branch"] on @b
  vliw.class @float latency 4 runs ["arith.addf", "arith.subf", "arith.mulf", "arith.negf", "arith.cmpf", "arith.maximumf", "arith.minimumf", "arith.muli", "math.fma"] on @f
  vliw.class @divide latency 24 runs ["arith.divf", "math.sqrt", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"] on @f for 8
  vliw.class @alu latency 1 runs ["*"] on @i or @m
}
