// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// Descriptions that make no sense, and code that its machine cannot run.

// expected-error @+1 {{issues at least one operation a cycle}}
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
