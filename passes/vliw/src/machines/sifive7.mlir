// SiFive 7 series, after LLVM's model of it (RISCVSchedSiFive7.td): two operations a cycle in order, on pipes A and B; 3 cycles
// for integers on either and for loads on A; 3 for multiplication on B; floats 5 of 32 bits and 7 of 64 bits on B;
// division of integers 66 cycles, its unit taken for 65; of floats 27 and 26, of 64 bits 56 and 55. Ours: that the machine
// is scheduled as one without interlocks, registers, and a counted branch on B.
vliw.machine @sifive7 issue 2 delay 0 min_ii 1 writes early {
  vliw.unit @a count 1
  vliw.unit @b count 1
  vliw.unit @idivider count 1
  vliw.unit @fdivider count 1
  vliw.registers @f size 32 holds [f32, f64]
  vliw.registers @x size 32
  vliw.class @access latency 3 runs ["memref.load", "memref.store"] on @a
  vliw.class @branch latency 1 runs ["vliw.branch"] on @b
  vliw.class @divd latency 56 runs ["arith.divf", "math.sqrt"] of [f64] on @b + @fdivider for 55
  vliw.class @divs latency 27 runs ["arith.divf", "math.sqrt"] on @b + @fdivider for 26
  vliw.class @idiv latency 66 runs ["arith.divsi", "arith.divui", "arith.remsi", "arith.remui"] on @b + @idivider for 65
  vliw.class @double latency 7 runs ["arith.addf", "arith.subf", "arith.mulf", "math.fma", "arith.maximumf", "arith.minimumf"] of [f64] on @b
  vliw.class @single latency 5 runs ["arith.addf", "arith.subf", "arith.mulf", "math.fma", "arith.maximumf", "arith.minimumf", "arith.cmpf"] on @b
  vliw.class @multiply latency 3 runs ["arith.muli"] on @b
  vliw.class @alu latency 3 runs ["*"] on @a or @b
}
