// What a machine could not do ends the run: a register read too early, a unit taken twice. On a machine that writes at exactly
// the latency a register may be read until then, for what it held.

vliw.machine @careful issue 1 delay 0 min_ii 1 writes early {
  vliw.registers @r size 4
  vliw.class @any latency 2 runs ["*"] on nothing
}
vliw.machine @narrow issue 1 delay 0 min_ii 1 writes early {
  vliw.unit @slow count 1
  vliw.registers @r size 4
  vliw.class @any latency 2 runs ["*"] on @slow for 2
}
vliw.machine @bold issue 1 delay 0 min_ii 1 writes exact {
  vliw.registers @r size 4
  vliw.class @any latency 2 runs ["*"] on nothing
}

vliw.func @reads_early(%x: i32) -> i32 attributes {machine = @careful} {
  %a = vliw.register "r" 0 = %x : !vliw.reg<i32>
  %b = vliw.register "r" 1 : !vliw.reg<i32>
  vliw.bundle {
    vliw.slot @any way 0 on [] reads (%v = %a) : !vliw.reg<i32> writes %a : !vliw.reg<i32> {
      %w = arith.addi %v, %v : i32
      vliw.yield %w : i32
    }
  }
  vliw.bundle {
    vliw.slot @any way 0 on [] reads (%v = %a) : !vliw.reg<i32> writes %b : !vliw.reg<i32> {
      vliw.yield %v : i32
    }
  }
  vliw.return %b : !vliw.reg<i32>
}

vliw.func @takes_twice(%x: i32) -> i32 attributes {machine = @narrow} {
  %a = vliw.register "r" 0 = %x : !vliw.reg<i32>
  %b = vliw.register "r" 1 = %x : !vliw.reg<i32>
  vliw.bundle {
    vliw.slot @any way 0 on [0] reads (%v = %b) : !vliw.reg<i32> writes %a : !vliw.reg<i32> {
      vliw.yield %v : i32
    }
  }
  vliw.bundle {
    vliw.slot @any way 0 on [0] reads (%v = %b) : !vliw.reg<i32> writes %b : !vliw.reg<i32> {
      vliw.yield %v : i32
    }
  }
  vliw.return %b : !vliw.reg<i32>
}

vliw.func @reads_old(%x: i32) -> i32 attributes {machine = @bold} {
  %a = vliw.register "r" 0 = %x : !vliw.reg<i32>
  %b = vliw.register "r" 1 : !vliw.reg<i32>
  vliw.bundle {
    vliw.slot @any way 0 on [] reads (%v = %a) : !vliw.reg<i32> writes %a : !vliw.reg<i32> {
      %w = arith.addi %v, %v : i32
      vliw.yield %w : i32
    }
  }
  vliw.bundle {
    vliw.slot @any way 0 on [] reads (%v = %a) : !vliw.reg<i32> writes %b : !vliw.reg<i32> {
      vliw.yield %v : i32
    }
  }
  vliw.return %b : !vliw.reg<i32>
}

func.func @early() -> i32 {
  %x = arith.constant 5 : i32
  %r = vliw.call @reads_early(%x) : (i32) -> i32
  return %r : i32
}

func.func @twice() -> i32 {
  %x = arith.constant 5 : i32
  %r = vliw.call @takes_twice(%x) : (i32) -> i32
  return %r : i32
}

func.func @exact() -> i32 {
  %x = arith.constant 5 : i32
  %r = vliw.call @reads_old(%x) : (i32) -> i32
  return %r : i32
}

// The first load is beyond the end, and what it gives is not asked for.
func.func @dismissed() -> i32 {
  %buffer = memref.alloca() : memref<4xi32>
  %seven = arith.constant 7 : i32
  %inside = arith.constant 3 : index
  %beyond = arith.constant 4 : index
  memref.store %seven, %buffer[%inside] : memref<4xi32>
  %nothing = vliw.dismissible_load %buffer[%beyond] : memref<4xi32>
  %x = vliw.dismissible_load %buffer[%inside] : memref<4xi32>
  %no = arith.constant false
  %r = arith.select %no, %nothing, %x : i32
  return %r : i32
}

vliw.machine @paired issue 1 delay 0 min_ii 1 writes early {
  vliw.registers @r size 4 pairs [i64]
  vliw.class @any latency 1 runs ["*"] on nothing
}

vliw.func @keeps_a_pair(%x: i64, %y: i32) -> i64 attributes {machine = @paired} {
  %a = vliw.register "r" 0 = %x : !vliw.reg<i64>
  %b = vliw.register "r" 2 : !vliw.reg<i64>
  %c = vliw.register "r" 3 = %y : !vliw.reg<i32>
  vliw.bundle {
    vliw.slot @any way 0 on [] reads (%v = %a) : !vliw.reg<i64> writes %b : !vliw.reg<i64> {
      vliw.yield %v : i64
    }
  }
  vliw.return %b : !vliw.reg<i64>
}

vliw.func @overwrites_half(%x: i64, %y: i32) -> i64 attributes {machine = @paired} {
  %a = vliw.register "r" 0 = %x : !vliw.reg<i64>
  %b = vliw.register "r" 1 : !vliw.reg<i32>
  %c = vliw.register "r" 2 = %y : !vliw.reg<i32>
  vliw.bundle {
    vliw.slot @any way 0 on [] reads (%v = %c) : !vliw.reg<i32> writes %b : !vliw.reg<i32> {
      vliw.yield %v : i32
    }
  }
  vliw.return %a : !vliw.reg<i64>
}

vliw.func @reads_half(%x: i64, %y: i32) -> i32 attributes {machine = @paired} {
  %a = vliw.register "r" 0 = %x : !vliw.reg<i64>
  %b = vliw.register "r" 1 : !vliw.reg<i32>
  vliw.return %b : !vliw.reg<i32>
}

func.func @pair() -> i64 {
  %x = arith.constant 5 : i64
  %y = arith.constant 6 : i32
  %r = vliw.call @keeps_a_pair(%x, %y) : (i64, i32) -> i64
  return %r : i64
}

func.func @pair_overwritten() -> i64 {
  %x = arith.constant 5 : i64
  %y = arith.constant 6 : i32
  %r = vliw.call @overwrites_half(%x, %y) : (i64, i32) -> i64
  return %r : i64
}

func.func @half_read() -> i32 {
  %x = arith.constant 5 : i64
  %y = arith.constant 6 : i32
  %r = vliw.call @reads_half(%x, %y) : (i64, i32) -> i32
  return %r : i32
}
