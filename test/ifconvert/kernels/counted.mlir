// More innermost loops that count: early exits by a flag that is carried, and nests of conditionals.

// The place of the first element that is equal, or -1.
func.func @search_with_flag(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %none = arith.constant -1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %none) -> (i32) {
    %open = arith.cmpi slt, %s, %z : i32
    %x = scf.if %open -> (i32) {
      %v = memref.load %a[%i] : memref<16xi32>
      %is = arith.cmpi eq, %v, %t : i32
      %y = scf.if %is -> (i32) {
        %p = arith.index_cast %i : index to i32
        scf.yield %p : i32
      } else {
        scf.yield %none : i32
      }
      scf.yield %y : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}

// The sum up to the first 0.
func.func @sum_until_zero(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %go = arith.constant true
  %stop = arith.constant false
  %r, %g = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %goes = %go) -> (i32, i1) {
    %x, %next = scf.if %goes -> (i32, i1) {
      %v = memref.load %a[%i] : memref<16xi32>
      %is = arith.cmpi ne, %v, %z : i32
      %p = arith.addi %s, %v : i32
      scf.yield %p, %is : i32, i1
    } else {
      scf.yield %s, %stop : i32, i1
    }
    scf.yield %x, %next : i32, i1
  }
  return %r : i32
}

// Elements are copied until one is above the bound.
func.func @copy_until(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %go = arith.constant true
  %stop = arith.constant false
  %g = scf.for %i = %c0 to %n step %c1 iter_args(%goes = %go) -> (i1) {
    %next = scf.if %goes -> (i1) {
      %v = memref.load %a[%i] : memref<16xi32>
      %is = arith.cmpi sle, %v, %t : i32
      scf.if %is {
        memref.store %v, %b[%i] : memref<16xi32>
      }
      scf.yield %is : i1
    } else {
      scf.yield %stop : i1
    }
    scf.yield %next : i1
  }
  return %z : i32
}

// The greatest element and its place.
func.func @max_with_place(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %least = arith.constant -1000 : i32
  %r, %p = scf.for %i = %c0 to %n step %c1 iter_args(%s = %least, %q = %z) -> (i32, i32) {
    %v = memref.load %a[%i] : memref<16xi32>
    %is = arith.cmpi sgt, %v, %s : i32
    %x, %y = scf.if %is -> (i32, i32) {
      %w = arith.index_cast %i : index to i32
      scf.yield %v, %w : i32, i32
    } else {
      scf.yield %s, %q : i32, i32
    }
    scf.yield %x, %y : i32, i32
  }
  return %p : i32
}

// Elements go where they belong, three deep.
func.func @buckets(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %four = arith.constant 4 : i32
  %ten = arith.constant 10 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %neg = arith.cmpi slt, %v, %z : i32
    scf.if %neg {
      memref.store %z, %b[%i] : memref<16xi32>
    } else {
      %small = arith.cmpi slt, %v, %four : i32
      scf.if %small {
        memref.store %v, %b[%i] : memref<16xi32>
      } else {
        %middle = arith.cmpi slt, %v, %ten : i32
        scf.if %middle {
          %d = arith.muli %v, %t : i32
          memref.store %d, %b[%i] : memref<16xi32>
        } else {
          memref.store %t, %a[%i] : memref<16xi32>
        }
      }
    }
  }
  return %z : i32
}

// What is above the bound is cut, and counted.
func.func @clip_and_count(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<16xi32>
    %is = arith.cmpi sgt, %v, %t : i32
    %x = scf.if %is -> (i32) {
      memref.store %t, %a[%i] : memref<16xi32>
      %p = arith.addi %s, %one : i32
      scf.yield %p : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}

// A product that stops growing.
func.func @product_while_small(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %many = arith.constant 500 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %one) -> (i32) {
    %small = arith.cmpi ult, %s, %many : i32
    %x = scf.if %small -> (i32) {
      %v = memref.load %a[%i] : memref<16xi32>
      %odd = arith.andi %v, %one : i32
      %is = arith.cmpi eq, %odd, %one : i32
      %y = scf.if %is -> (i32) {
        %p = arith.muli %s, %v : i32
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

// Divisions where the divisor is not 0.
func.func @safe_quotients(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = memref.load %b[%i] : memref<16xi32>
    %is = arith.cmpi sgt, %w, %z : i32
    %x = scf.if %is -> (i32) {
      %q = arith.divsi %v, %w : i32
      %big = arith.cmpi sgt, %q, %t : i32
      %y = scf.if %big -> (i32) {
        memref.store %q, %b[%i] : memref<16xi32>
        scf.yield %s : i32
      } else {
        %p = arith.addi %s, %q : i32
        scf.yield %p : i32
      }
      scf.yield %y : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %x : i32
  }
  return %r : i32
}
