// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// Descriptions that make no sense, and code that its machine cannot run.

// expected-error @+1 {{has an issue width from 1 to 1024}}
vliw.machine @m issue 0 delay 0 min_ii 1 writes early {
}

// -----

// expected-error @+1 {{longer than its branch delay}}
vliw.machine @m issue 1 delay 2 min_ii 2 writes early {
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  // expected-error @+1 {{takes '@alu', which is no unit of the machine}}
  vliw.class @any latency 1 runs ["*"] on @alu
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.unit @alu count 2
  vliw.registers @r size 2
  vliw.class @any latency 1 runs ["*"] on @alu
}
vliw.func @f(%x: i32) attributes {machine = @m} {
  %r = vliw.register "r" 0 = %x : !vliw.reg<i32>
  // expected-error @+1 {{starts 2 operations, and the machine 1 a cycle}}
  vliw.bundle {
    vliw.slot @any way 0 on [0] reads (%a = %r) : !vliw.reg<i32> writes %r : !vliw.reg<i32> {
      %b = arith.addi %a, %a : i32
      vliw.yield %b : i32
    }
    vliw.slot @any way 0 on [1] {
    }
  }
  vliw.return
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.unit @alu count 1
  vliw.registers @r size 2
  vliw.class @any latency 1 runs ["*"] on @alu
}
vliw.func @f() attributes {machine = @m} {
  // expected-error @+1 {{is not one of the 2 registers of "r"}}
  %r = vliw.register "r" 2 : !vliw.reg<i32>
  vliw.return
}

// -----

vliw.machine @m issue 1 delay 1 min_ii 2 writes early {
  vliw.registers @r size 2
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
}
vliw.func @f(%n: index) attributes {machine = @m} {
  %r = vliw.register "r" 0 = %n : !vliw.reg<index>
  vliw.end ^again
^again:
  vliw.bundle {
    // expected-error @+1 {{has 0 cycles after it in its block, and the machine 1}}
    vliw.branch @branch way 0 on [] counts %r : !vliw.reg<index>
  }
  vliw.end ^again, ^out
^out:
  vliw.return
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.unit @a count 1 cluster 0
  vliw.unit @b count 1 cluster 1
  // expected-error @+1 {{takes units of several clusters at a time}}
  vliw.class @any latency 1 runs ["*"] on @a + @b
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  // expected-error @+1 {{is in a cluster from 0 to 15}}
  vliw.registers @a size 4 cluster 16
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.unit @alu0 count 1 cluster 0
  vliw.unit @path0 count 1 cluster 0 crosses reads
  vliw.registers @a size 4 cluster 0
  vliw.registers @b size 4 cluster 1
  vliw.class @any latency 1 runs ["*"] on @alu0 or @alu0 + @path0
}
vliw.func @f(%x: i32, %y: i32) attributes {machine = @m} {
  %a = vliw.register "a" 0 : !vliw.reg<i32>
  %b = vliw.register "b" 0 = %x : !vliw.reg<i32>
  %c = vliw.register "b" 1 = %y : !vliw.reg<i32>
  vliw.bundle {
    vliw.slot @any way 1 on [0, 0] reads (%p = %b, %q = %b) : !vliw.reg<i32>, !vliw.reg<i32> writes %a : !vliw.reg<i32> {
      %r = arith.addi %p, %q : i32
      vliw.yield %r : i32
    }
  }
  vliw.bundle {
    // expected-error @+1 {{reads from other clusters 2 times, and takes fewer paths}}
    vliw.slot @any way 1 on [0, 0] reads (%p = %b, %q = %c) : !vliw.reg<i32>, !vliw.reg<i32> writes %a : !vliw.reg<i32> {
      %r = arith.addi %p, %q : i32
      vliw.yield %r : i32
    }
  }
  vliw.return
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.unit @alu0 count 1 cluster 0
  vliw.registers @a size 4 cluster 0
  vliw.registers @b size 4 cluster 1
  vliw.class @any latency 1 runs ["*"] on @alu0
}
vliw.func @f(%x: i32) attributes {machine = @m} {
  %a = vliw.register "a" 0 = %x : !vliw.reg<i32>
  %b = vliw.register "b" 0 : !vliw.reg<i32>
  vliw.bundle {
    // expected-error @+1 {{writes a register of another cluster, and takes no path}}
    vliw.slot @any way 0 on [0] reads (%p = %a) : !vliw.reg<i32> writes %b : !vliw.reg<i32> {
      vliw.yield %p : i32
    }
  }
  vliw.return
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.unit @alu0 count 1 cluster 0
  vliw.unit @out0 count 1 cluster 0 crosses writes
  vliw.registers @a size 4 cluster 0 crossed 2
  vliw.registers @b size 4 cluster 1 crossed 2
  vliw.class @any latency 1 runs ["*"] on @alu0 + @out0
}
vliw.func @f(%x: i32) attributes {machine = @m} {
  %a = vliw.register "a" 2 = %x : !vliw.reg<i32>
  %b = vliw.register "b" 0 : !vliw.reg<i32>
  vliw.bundle {
    // expected-error @+1 {{writes in several clusters, and not the first 2 registers of each}}
    vliw.slot @any way 0 on [0, 0] reads (%p = %a) : !vliw.reg<i32> writes %a, %b : !vliw.reg<i32>, !vliw.reg<i32> {
      vliw.yield %p, %p : i32, i32
    }
  }
  vliw.return
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  // expected-error @+1 {{has pairs of registers, and registers that rotate}}
  vliw.registers @r size 8 rotating 4 pairs [i64]
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  // expected-error @+1 {{has operands within registers from a first to a last number}}
  vliw.class @any latency 1 runs ["*"] within [0, 7, 16] on nothing
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.registers @r size 8 rotating 4
  // expected-error @+1 {{has operands within some registers, and the machine has registers that rotate}}
  vliw.class @any latency 1 runs ["*"] within [0, 7] on nothing
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.registers @r size 4 pairs [i64]
  vliw.class @any latency 1 runs ["*"] on nothing
}
vliw.func @f(%x: i64) attributes {machine = @m} {
  // expected-error @+1 {{is no even number of a pair of the 4 registers of "r"}}
  %r = vliw.register "r" 1 = %x : !vliw.reg<i64>
  vliw.return
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.registers @r size 4 pairs [i64]
  vliw.class @any latency 1 runs ["*"] on nothing
}
vliw.func @f(%x: i64, %y: i32) attributes {machine = @m} {
  %r = vliw.register "r" 2 = %x : !vliw.reg<i64>
  // expected-error @+1 {{is a register that starts with another value already}}
  %s = vliw.register "r" 3 = %y : !vliw.reg<i32>
  vliw.return
}

// -----

vliw.machine @m issue 1 delay 0 min_ii 1 writes early {
  vliw.unit @alu count 1
  vliw.registers @r size 8
  vliw.class @any latency 1 runs ["*"] within [0, 1, 4, 5] on @alu
}
vliw.func @f(%x: i32) attributes {machine = @m} {
  %r = vliw.register "r" 2 = %x : !vliw.reg<i32>
  vliw.bundle {
    // expected-error @+1 {{reads register 2 of "r", which class '@any' does not}}
    vliw.slot @any way 0 on [0] reads (%a = %r) : !vliw.reg<i32> writes %r : !vliw.reg<i32> {
      vliw.yield %a : i32
    }
  }
  vliw.return
}
