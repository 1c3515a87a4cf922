// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{select=profitable}))' --remarks-filter-missed=if-convert

// Only what is estimated to gain is converted; the weights say that the divisions are hardly ever needed.

func.func @evens(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %a = arith.addi %x, %y : i32
    scf.yield %a : i32
  } else {
    %s = arith.subi %x, %y : i32
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @rare(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c weights([1, 100]), ^divide, ^end(%x : i32)
^divide:
  %q = arith.divsi %x, %y : i32
  %r = arith.remsi %q, %y : i32
  cf.br ^end(%r : i32)
^end(%v: i32):
  return %v : i32
}

// A machine with predicates needs no branch around the store.
func.func @store(%c: i1, %x: i32, %m: memref<i32>) {
  cf.cond_br %c weights([1, 30]), ^store, ^end
^store:
  memref.store %x, %m[] : memref<i32>
  cf.br ^end
^end:
  return
}
