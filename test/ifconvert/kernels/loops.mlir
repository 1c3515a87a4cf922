// Innermost loops with conditionals, early exits and nests: each function is one, all with the same arguments.

// The greatest element.
func.func @max(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %g = arith.cmpi sgt, %v, %s : i32
    %x = scf.if %g -> (i32) {
      scf.yield %v : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}

// Both bounds, one inside the other's else.
func.func @clamp(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %lo = arith.cmpi slt, %v, %z : i32
    scf.if %lo {
      memref.store %z, %a[%i] : memref<16xi32>
    } else {
      %hi = arith.cmpi sgt, %v, %t : i32
      scf.if %hi {
        memref.store %t, %a[%i] : memref<16xi32>
      }
    }
  }
  return %z : i32
}

// A sum of absolute values.
func.func @abs_sum(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %n0 = arith.cmpi slt, %v, %z : i32
    %x = scf.if %n0 -> (i32) {
      %m = arith.subi %s, %v : i32
      scf.yield %m : i32
    } else {
      %p = arith.addi %s, %v : i32
      scf.yield %p : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}

// A division that must not be executed always.
func.func @guarded_division(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %nz = arith.cmpi ne, %w, %z : i32
    scf.if %nz {
      %u = arith.divui %v, %w : i32
      memref.store %u, %a[%i] : memref<16xi32>
    }
  }
  return %z : i32
}

// How many lie between.
func.func @count(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %lo = arith.cmpi sge, %v, %z : i32
    %x = scf.if %lo -> (i32) {
      %hi = arith.cmpi slt, %v, %t : i32
      %y = scf.if %hi -> (i32) {
        %p = arith.addi %s, %one : i32
        scf.yield %p : i32
      } else {
        scf.yield %s : i32
      }
      scf.yield %y : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}

// A store on both sides to the same place.
func.func @both_sides_store(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %g = arith.cmpi sgt, %v, %w : i32
    scf.if %g {
      memref.store %v, %b[%i] : memref<16xi32>
    } else {
      %x = arith.addi %w, %t : i32
      memref.store %x, %b[%i] : memref<16xi32>
    }
  }
  return %z : i32
}

// A store on either side to another place.
func.func @different_places(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %g = arith.cmpi sgt, %v, %w : i32
    scf.if %g {
      memref.store %v, %b[%i] : memref<16xi32>
    } else {
      memref.store %w, %a[%i] : memref<16xi32>
    }
  }
  return %z : i32
}

// The sign.
func.func @three_ways(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %n0 = arith.cmpi slt, %v, %z : i32
    scf.if %n0 {
      %m = arith.constant -1 : i32
      memref.store %m, %b[%i] : memref<16xi32>
    } else {
      %p = arith.cmpi sgt, %v, %z : i32
      scf.if %p {
        memref.store %one, %b[%i] : memref<16xi32>
      } else {
        memref.store %z, %b[%i] : memref<16xi32>
      }
    }
  }
  return %z : i32
}

// A choice of four.
func.func @switch(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %three = arith.constant 3 : i32
    %k = arith.andi %v, %three : i32
    %ki = arith.index_cast %k : i32 to index
    %x = scf.index_switch %ki -> i32
    case 0 {
      scf.yield %w : i32
    }
    case 1 {
      %p = arith.addi %w, %one : i32
      scf.yield %p : i32
    }
    case 2 {
      memref.store %t, %a[%i] : memref<16xi32>
      scf.yield %t : i32
    }
    default {
      scf.yield %z : i32
    }
    memref.store %x, %b[%i] : memref<16xi32>
  }
  return %z : i32
}

// A condition that is carried.
func.func @carried_flag(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %on = arith.cmpi ne, %s, %z : i32
    %x = scf.if %on -> (i32) {
      memref.store %z, %b[%i] : memref<16xi32>
      %q = arith.subi %s, %one : i32
      scf.yield %q : i32
    } else {
      %g = arith.cmpi sgt, %v, %t : i32
      %y = scf.if %g -> (i32) {
        %two = arith.constant 2 : i32
        scf.yield %two : i32
      } else {
        scf.yield %z : i32
      }
      scf.yield %y : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}

// Two stores under one condition.
func.func @conditional_swap(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %g = arith.cmpi sgt, %v, %w : i32
    scf.if %g {
      memref.store %w, %a[%i] : memref<16xi32>
      memref.store %v, %b[%i] : memref<16xi32>
    }
  }
  return %z : i32
}

// One condition after another, the second on what the first has stored.
func.func @two_ifs(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %g = arith.cmpi sgt, %v, %t : i32
    scf.if %g {
      memref.store %z, %b[%i] : memref<16xi32>
    }
    %w2 = memref.load %b[%i] : memref<16xi32>
    %e = arith.cmpi eq, %w2, %z : i32
    scf.if %e {
      memref.store %t, %a[%i] : memref<16xi32>
    }
  }
  return %z : i32
}

// An element whose place is computed under a condition.
func.func @indirect(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %fifteen = arith.constant 15 : i32
    %ok = arith.cmpi ule, %v, %fifteen : i32
    %x = scf.if %ok -> (i32) {
      %vi = arith.index_cast %v : i32 to index
      %u = memref.load %b[%vi] : memref<16xi32>
      %p = arith.addi %s, %u : i32
      scf.yield %p : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}

// The first element that is equal, or -1.
func.func @search(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = arith.constant -1 : i32
  cf.br ^head(%c0 : index)
^head(%i: index):
  %lt = arith.cmpi slt, %i, %n : index
  cf.cond_br %lt, ^body, ^end(%m : i32)
^body:
  %v = memref.load %a[%i] : memref<16xi32>
  %eq = arith.cmpi eq, %v, %t : i32
  %next = arith.addi %i, %c1 : index
  %at = arith.index_cast %i : index to i32
  cf.cond_br %eq, ^end(%at : i32), ^head(%next : index)
^end(%r: i32):
  return %r : i32
}

// A loop that is left in three ways, one with a store.
func.func @three_exits(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%c0, %z : index, i32)
^head(%i: index, %s: i32):
  %lt = arith.cmpi slt, %i, %n : index
  cf.cond_br %lt, ^body, ^done
^body:
  %v = memref.load %a[%i] : memref<16xi32>
  %neg = arith.cmpi slt, %v, %z : i32
  cf.cond_br %neg, ^negative, ^positive
^positive:
  %sum = arith.addi %s, %v : i32
  %big = arith.cmpi sgt, %sum, %t : i32
  %next = arith.addi %i, %c1 : index
  cf.cond_br %big, ^large(%sum : i32), ^head(%next, %sum : index, i32)
^negative:
  memref.store %z, %a[%i] : memref<16xi32>
  return %v : i32
^large(%l: i32):
  return %l : i32
^done:
  return %s : i32
}

// Elements that are skipped.
func.func @continue(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%c0, %z : index, i32)
^head(%i: index, %s: i32):
  %lt = arith.cmpi slt, %i, %n : index
  %next = arith.addi %i, %c1 : index
  cf.cond_br %lt, ^body, ^end
^body:
  %v = memref.load %a[%i] : memref<16xi32>
  %neg = arith.cmpi slt, %v, %z : i32
  cf.cond_br %neg, ^head(%next, %s : index, i32), ^more
^more:
  %w = memref.load %b[%i] : memref<16xi32>
  %nz = arith.cmpi ne, %w, %z : i32
  cf.cond_br %nz, ^div, ^head(%next, %s : index, i32)
^div:
  %d = arith.divui %v, %w : i32
  %sum = arith.addi %s, %d : i32
  memref.store %sum, %b[%i] : memref<16xi32>
  cf.br ^head(%next, %sum : index, i32)
^end:
  return %s : i32
}

// Two ways back to the head, with different values.
func.func @two_latches(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%c0, %z : index, i32)
^head(%i: index, %s: i32):
  %lt = arith.cmpi slt, %i, %n : index
  cf.cond_br %lt, ^body, ^end
^body:
  %v = memref.load %a[%i] : memref<16xi32>
  %odd = arith.andi %v, %one : i32
  %is = arith.cmpi ne, %odd, %z : i32
  %next = arith.addi %i, %c1 : index
  cf.cond_br %is, ^odd, ^even
^odd:
  %p = arith.addi %s, %v : i32
  cf.br ^head(%next, %p : index, i32)
^even:
  memref.store %s, %b[%i] : memref<16xi32>
  %skip = arith.addi %next, %c1 : index
  cf.br ^head(%skip, %s : index, i32)
^end:
  return %s : i32
}

// An inner loop under a condition of the outer one.
func.func @nested(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%c0, %z : index, i32)
^head(%i: index, %s: i32):
  %lt = arith.cmpi slt, %i, %n : index
  cf.cond_br %lt, ^body, ^end
^body:
  %v = memref.load %a[%i] : memref<16xi32>
  %pos = arith.cmpi sgt, %v, %z : i32
  cf.cond_br %pos, ^inner(%c0, %s : index, i32), ^latch(%s : i32)
^inner(%j: index, %u: i32):
  %w = memref.load %b[%j] : memref<16xi32>
  %eq = arith.cmpi eq, %w, %v : i32
  %sum = arith.addi %u, %w : i32
  %j1 = arith.addi %j, %c1 : index
  %more = arith.cmpi slt, %j1, %n : index
  cf.cond_br %eq, ^found(%sum : i32), ^step
^step:
  cf.cond_br %more, ^inner(%j1, %sum : index, i32), ^latch(%sum : i32)
^found(%f: i32):
  memref.store %z, %b[%j] : memref<16xi32>
  cf.br ^latch(%f : i32)
^latch(%x: i32):
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next, %x : index, i32)
^end:
  return %s : i32
}

// A loop whose length is not known.
func.func @collatz(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %bound = arith.constant 40 : i32
  %mask = arith.constant 63 : i32
  %start0 = arith.andi %t, %mask : i32
  %start = arith.ori %start0, %one : i32
  cf.br ^head(%start, %z : i32, i32)
^head(%x: i32, %k: i32):
  %done = arith.cmpi eq, %x, %one : i32
  %long = arith.cmpi sge, %k, %bound : i32
  %stop = arith.ori %done, %long : i1
  cf.cond_br %stop, ^end, ^body
^body:
  %k1 = arith.addi %k, %one : i32
  %odd = arith.andi %x, %one : i32
  %is = arith.cmpi ne, %odd, %z : i32
  cf.cond_br %is, ^up, ^down
^up:
  %m = arith.muli %x, %three : i32
  %p = arith.addi %m, %one : i32
  cf.br ^head(%p, %k1 : i32, i32)
^down:
  %h = arith.divui %x, %two : i32
  cf.br ^head(%h, %k1 : i32, i32)
^end:
  return %k : i32
}

// A machine with two states that jump into each other: two entries.
func.func @machine(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %first = memref.load %a[%c0] : memref<16xi32>
  %neg = arith.cmpi slt, %first, %z : i32
  cf.cond_br %neg, ^idle(%c0, %z : index, i32), ^busy(%c0, %z : index, i32)
^idle(%i: index, %s: i32):
  %lt = arith.cmpi slt, %i, %n : index
  cf.cond_br %lt, ^idle2, ^end(%s : i32)
^idle2:
  %v = memref.load %a[%i] : memref<16xi32>
  %i1 = arith.addi %i, %c1 : index
  %pos = arith.cmpi sgt, %v, %t : i32
  cf.cond_br %pos, ^busy(%i1, %s : index, i32), ^idle(%i1, %s : index, i32)
^busy(%j: index, %u: i32):
  %lt2 = arith.cmpi slt, %j, %n : index
  cf.cond_br %lt2, ^busy2, ^end(%u : i32)
^busy2:
  %w = memref.load %b[%j] : memref<16xi32>
  memref.store %u, %b[%j] : memref<16xi32>
  %j1 = arith.addi %j, %c1 : index
  %sum = arith.addi %u, %w : i32
  %neg2 = arith.cmpi slt, %w, %z : i32
  cf.cond_br %neg2, ^idle(%j1, %sum : index, i32), ^busy(%j1, %sum : index, i32)
^end(%r: i32):
  return %r : i32
}

// One round of sorting.
func.func @bubble(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %fifteen = arith.constant 15 : index
    %in = arith.cmpi sle, %i1, %fifteen : index
    scf.if %in {
      %v = memref.load %a[%i] : memref<16xi32>
      %w = memref.load %a[%i1] : memref<16xi32>
      %g = arith.cmpi sgt, %v, %w : i32
      scf.if %g {
        memref.store %w, %a[%i] : memref<16xi32>
        memref.store %v, %a[%i1] : memref<16xi32>
      }
    }
  }
  return %z : i32
}

// A sum that stays below a bound.
func.func @saturate(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %p = arith.addi %s, %w : i32
    %over = arith.cmpi sgt, %p, %t : i32
    %x = scf.if %over -> (i32) {
      memref.store %t, %a[%i] : memref<16xi32>
      scf.yield %t : i32
    } else {
      scf.yield %p : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}
