// RUN: rmlir-opt %s --loop-invariant-code-motion --canonicalize
// Asking whether poison holds is undefined behaviour where it is not asked before: upstream moves the condition out of
// the loop, which may never run, and joins conditions by `andi`.

func.func @out_of_a_loop(%m: memref<8xi32>, %n: index, %x: i32, %amount: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shifted = arith.shrsi %x, %amount : i32
  %may_be_poison = arith.cmpi eq, %shifted, %x : i32
  %is_not = arith.cmpi slt, %amount, %x : i32
  scf.for %i = %c0 to %n step %c1 {
    %stays = scf.if %may_be_poison -> (i32) {
      %0 = arith.addi %x, %x : i32
      scf.yield %0 : i32
    } else {
      %0 = arith.muli %x, %amount : i32
      scf.yield %0 : i32
    }
    %goes = scf.if %is_not -> (i32) {
      %0 = arith.subi %x, %amount : i32
      scf.yield %0 : i32
    } else {
      %0 = arith.muli %amount, %amount : i32
      scf.yield %0 : i32
    }
    memref.store %stays, %m[%i] : memref<8xi32>
    memref.store %goes, %m[%i] : memref<8xi32>
  }
  return
}

func.func @nested(%m: memref<8xi32>, %i: index, %is_in: i1, %x: i32, %amount: i32) {
  %shifted = arith.shrsi %x, %amount : i32
  %may_be_poison = arith.cmpi eq, %shifted, %x : i32
  %is_not = arith.cmpi slt, %amount, %x : i32
  scf.if %is_in {
    scf.if %may_be_poison {
      memref.store %x, %m[%i] : memref<8xi32>
    }
  }
  scf.if %is_in {
    scf.if %is_not {
      memref.store %amount, %m[%i] : memref<8xi32>
    }
  }
  return
}
