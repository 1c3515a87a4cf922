// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(scf-parallel-loop-fusion))' --verify-semantics
// All iterations of the first loop write before those of the second one do.

func.func @stores_at_other_places(%a: memref<8xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %j = arith.subi %c7, %i : index
    memref.store %y, %a[%j] : memref<8xi32>
  }
  return
}

func.func private @both(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %j = arith.subi %c7, %i : index
    memref.store %y, %b[%j] : memref<8xi32>
  }
  return
}

func.func @one_argument_twice(%a: memref<8xi32>, %x: i32, %y: i32) {
  call @both(%a, %a, %x, %y) : (memref<8xi32>, memref<8xi32>, i32, i32) -> ()
  return
}

func.func @stores_to_a_cast(%a: memref<8xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %b = memref.cast %a : memref<8xi32> to memref<?xi32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %j = arith.subi %c7, %i : index
    memref.store %y, %b[%j] : memref<?xi32>
  }
  return
}

func.func @reads_of_vectors(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = vector.load %a[%c0] : memref<8xi32>, vector<8xi32>
    %e = vector.extract %v[7] : i32 from vector<8xi32>
    memref.store %e, %b[%i] : memref<8xi32>
  }
  return
}

func.func @affine_loads(%a: memref<8xi32>, %b: memref<8xi32> {llvm.noalias}, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %e = affine.load %a[7] : memref<8xi32>
    memref.store %e, %b[%i] : memref<8xi32>
  }
  return
}

memref.global "private" @g : memref<i32> = dense<0>
func.func private @set(%x: i32) {
  %g = memref.get_global @g : memref<i32>
  memref.store %x, %g[] : memref<i32>
  return
}
func.func private @add(%x: i32) {
  %g = memref.get_global @g : memref<i32>
  %o = memref.load %g[] : memref<i32>
  %n = arith.addi %o, %x : i32
  memref.store %n, %g[] : memref<i32>
  return
}
func.func @calls_and_result(%x: i32, %y: i32) -> i32 {
  call @calls(%x, %y) : (i32, i32) -> ()
  %g = memref.get_global @g : memref<i32>
  %r = memref.load %g[] : memref<i32>
  return %r : i32
}
func.func @calls(%x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    func.call @set(%x) : (i32) -> ()
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    func.call @add(%y) : (i32) -> ()
  }
  return
}

// At the same place in the same iteration the order stays.

func.func @stores_at_one_place(%a: memref<8xi32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %y, %a[%i] : memref<8xi32>
  }
  return
}
