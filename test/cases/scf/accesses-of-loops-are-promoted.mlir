// RUN: rmlir-opt %s --scf-for-scalar-promotion

// A sum stays in a value; what is different memory does not hinder that.
func.func @sum(%a: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %sum = memref.alloc() : memref<2xi32>
  memref.store %zero, %sum[%c1] : memref<2xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %sum[%c1] : memref<2xi32>
    %1 = memref.load %a[%i] : memref<8xi32>
    %2 = arith.addi %0, %1 : i32
    memref.store %2, %sum[%c1] : memref<2xi32>
  }
  %result = memref.load %sum[%c1] : memref<2xi32>
  memref.dealloc %sum : memref<2xi32>
  return %result : i32
}

// Both arguments may be the same memory.
func.func @may_alias(%sum: memref<8xi32>, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %sum[%c0] : memref<8xi32>
    %1 = memref.load %a[%i] : memref<8xi32>
    %2 = arith.addi %0, %1 : i32
    memref.store %2, %sum[%c0] : memref<8xi32>
  }
  return
}

// The element is only accessed if the loop runs. A load of what nothing stores goes before the loop.
func.func @may_not_run(%lb: index, %ub: index, %init: i32, %a: memref<8xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %sum = scf.for %i = %lb to %ub step %c1 iter_args(%acc = %init) -> (i32) {
    %0 = memref.load %a[%c7] : memref<8xi32>
    %1 = arith.muli %acc, %0 : i32
    scf.yield %1 : i32
  }
  return %sum : i32
}

// Two elements change places in each iteration: each is what was stored last.
func.func @swap(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %m = memref.alloca() : memref<2xi32>
  memref.store %one, %m[%c0] : memref<2xi32>
  memref.store %two, %m[%c1] : memref<2xi32>
  %limit = arith.minsi %n, %c1 : index
  scf.for %i = %c0 to %limit step %c1 {
    %0 = memref.load %m[%c0] : memref<2xi32>
    %1 = memref.load %m[%c1] : memref<2xi32>
    memref.store %1, %m[%c0] : memref<2xi32>
    memref.store %0, %m[%c1] : memref<2xi32>
  }
  %r0 = memref.load %m[%c0] : memref<2xi32>
  %r1 = memref.load %m[%c1] : memref<2xi32>
  return %r0, %r1 : i32, i32
}

// A function that is called may do anything.
func.func @calls(%a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %a[%c0] : memref<8xi32>
    func.call @use(%0) : (i32) -> ()
    memref.store %0, %a[%c0] : memref<8xi32>
  }
  return
}

func.func private @use(i32)

// Only what runs in each iteration is promoted.
func.func @sometimes(%a: memref<8xi32>, %which: memref<8xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %which[%i] : memref<8xi1>
    scf.if %0 {
      %1 = memref.load %a[%c0] : memref<8xi32>
      %2 = arith.addi %1, %1 : i32
      memref.store %2, %a[%c0] : memref<8xi32>
    }
  }
  return
}

// Bounds say that the loop reads elements before the one that it changes.
func.func @triangle(%x: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %0 = memref.load %x[%i] : memref<8xi32>
      %1 = memref.load %x[%j] : memref<8xi32>
      %2 = arith.subi %0, %1 : i32
      memref.store %2, %x[%i] : memref<8xi32>
    }
  }
  return
}

// The loop starts with the element itself.
func.func @meets(%x: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %i to %c8 step %c1 {
      %0 = memref.load %x[%i] : memref<8xi32>
      %1 = memref.load %x[%j] : memref<8xi32>
      %2 = arith.subi %0, %1 : i32
      memref.store %2, %x[%i] : memref<8xi32>
    }
  }
  return
}
