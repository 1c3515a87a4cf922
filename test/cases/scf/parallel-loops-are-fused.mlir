// RUN: rmlir-opt %s --scf-parallel-loop-fusion

func.func @same_place(%n: index, %a: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc(%n) : memref<?xf32>
  %r = memref.alloc(%n) : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %t[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %t[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %r[%i] : memref<?xf32>
  }
  return %r : memref<?xf32>
}

// The second loop reads what another iteration of the first one wrote.
func.func @other_place(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc(%n) : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %t[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %y = memref.load %t[%c0] : memref<?xf32>
    memref.store %y, %t[%i] : memref<?xf32>
  }
  return
}

// What is passed in may be the same memory.
func.func @aliases(%n: index, %a: memref<?xf32>, %b: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %y = memref.load %b[%i] : memref<?xf32>
    memref.store %y, %b[%i] : memref<?xf32>
  }
  return
}

func.func @reductions(%n: index, %a: memref<?xf32>, %zero: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %sum = arith.addf %p, %q : f32
      scf.reduce.return %sum : f32
    }
  }
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %product = arith.mulf %p, %q : f32
      scf.reduce.return %product : f32
    }
  }
  return %r, %s : f32, f32
}
