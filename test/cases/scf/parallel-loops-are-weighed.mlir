// RUN: rmlir-opt %s --scf-weigh-parallel-loops
// RUN: rmlir-opt %s --scf-weigh-parallel-loops=min-work=100 --canonicalize

// The loop inside of the other one is sequential. Variables are in the middle of their range.
func.func @triangle(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%i) to (%n) step (%c1) {
      memref.store %j, %m[%j] : memref<?xindex>
    }
  }
  return
}

// With that little work it pays.
func.func @known(%m: memref<10xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c10, %c10) step (%c1, %c1) {
    memref.store %j, %m[%j] : memref<10xindex>
  }
  scf.parallel (%i) = (%c0) to (%c10) step (%c1) {
    memref.store %i, %m[%i] : memref<10xindex>
  }
  return
}

// How often the loop inside runs is not known before.
func.func @unknown(%n: index, %m: memref<?xindex>, %to: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %upper = memref.load %m[%i] : memref<?xindex>
    scf.for %j = %c0 to %upper step %c1 {
      memref.store %j, %to[%j] : memref<?xindex>
    }
  }
  return
}

// Loops with results stay.
func.func @sum(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }
  return %s : f32
}
