// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=itanium2})' --verify-semantics -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=hexagon_v66})' --verify-semantics -o /dev/null
// What differs in one iteration may be the same memory in two: a promise about values is not one about those of
// different iterations.

func.func @memrefs_change_places(%p: memref<8xi32>, %q: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  %r:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %p, %b = %q) -> (memref<8xi32>, memref<8xi32>) {
    %v = memref.load %a[%c0] : memref<8xi32>
    %w = arith.muli %v, %k : i32
    %x = arith.addi %w, %v : i32
    %z = arith.addi %x, %k : i32
    memref.store %z, %b[%c0] : memref<8xi32>
    scf.yield %b, %a : memref<8xi32>, memref<8xi32>
  } {vliw.no_alias}
  return
}

func.func @three_memrefs_rotate(%p: memref<8xi32>, %q: memref<8xi32>, %s: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  %r:3 = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %p, %b = %q, %c = %s) -> (memref<8xi32>, memref<8xi32>, memref<8xi32>) {
    %v = memref.load %a[%c0] : memref<8xi32>
    %w = arith.muli %v, %k : i32
    %x = arith.addi %w, %v : i32
    %z = arith.addi %x, %k : i32
    memref.store %z, %c[%c0] : memref<8xi32>
    scf.yield %b, %c, %a : memref<8xi32>, memref<8xi32>, memref<8xi32>
  } {vliw.no_alias}
  return
}

func.func @views_of_memrefs_that_change_places(%p: memref<8xi32>, %q: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  %r:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %p, %b = %q) -> (memref<8xi32>, memref<8xi32>) {
    %u = memref.assume_alignment %a, 4 : memref<8xi32>
    %w2 = memref.assume_alignment %b, 4 : memref<8xi32>
    %v = memref.load %u[%c0] : memref<8xi32>
    %w = arith.muli %v, %k : i32
    %x = arith.addi %w, %v : i32
    %z = arith.addi %x, %k : i32
    memref.store %z, %w2[%c0] : memref<8xi32>
    scf.yield %b, %a : memref<8xi32>, memref<8xi32>
  } {vliw.no_alias}
  return
}

func.func @carried_beside_one_from_before(%p: memref<8xi32>, %q: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  %r:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %p, %b = %q) -> (memref<8xi32>, memref<8xi32>) {
    %v = memref.load %a[%c0] : memref<8xi32>
    %w = arith.muli %v, %k : i32
    %x = arith.addi %w, %v : i32
    %z = arith.addi %x, %k : i32
    memref.store %z, %p[%c0] : memref<8xi32>
    scf.yield %b, %a : memref<8xi32>, memref<8xi32>
  } {vliw.no_alias}
  return
}

func.func @one_of_two_chosen(%p: memref<8xi32>, %q: memref<8xi32>, %n: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  scf.for %i = %c0 to %c7 step %c1 {
    %n1 = arith.index_cast %i : index to i32
    %t = arith.trunci %n1 : i32 to i1
    %a = arith.select %t, %p, %q : memref<8xi32>
    %v = memref.load %a[%c0] : memref<8xi32>
    %w = arith.muli %v, %k : i32
    %x = arith.addi %w, %v : i32
    %z = arith.addi %x, %k : i32
    memref.store %z, %p[%c0] : memref<8xi32>
  } {vliw.no_alias}
  return
}

func.func @distinct_in_each_iteration(%p: memref<8xi32>, %q: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  %r:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %p, %b = %q) -> (memref<8xi32>, memref<8xi32>) {
    %d:2 = memref.distinct_objects %a, %b : memref<8xi32>, memref<8xi32>
    %v = memref.load %d#0[%c0] : memref<8xi32>
    %w = arith.muli %v, %k : i32
    %x = arith.addi %w, %v : i32
    %z = arith.addi %x, %k : i32
    memref.store %z, %d#1[%c0] : memref<8xi32>
    scf.yield %b, %a : memref<8xi32>, memref<8xi32>
  }
  return
}

func.func @noalias_arguments_change_places(%p: memref<8xi32> {llvm.noalias}, %q: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  %r:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %p, %b = %q) -> (memref<8xi32>, memref<8xi32>) {
    %v = memref.load %a[%c0] : memref<8xi32>
    %w = arith.muli %v, %k : i32
    %x = arith.addi %w, %v : i32
    %z = arith.addi %x, %k : i32
    memref.store %z, %b[%c0] : memref<8xi32>
    scf.yield %b, %a : memref<8xi32>, memref<8xi32>
  }
  return
}

func.func @handed_on_after_an_iteration(%p: memref<8xi32>, %q: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  %r:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %p, %b = %q) -> (memref<8xi32>, memref<8xi32>) {
    %v = memref.load %a[%c0] : memref<8xi32>
    %w = arith.muli %v, %k : i32
    %x = arith.addi %w, %v : i32
    %z = arith.addi %x, %k : i32
    memref.store %z, %b[%c0] : memref<8xi32>
    scf.yield %q, %a : memref<8xi32>, memref<8xi32>
  } {vliw.no_alias}
  return
}

// What a while loop carries changes places too.
func.func @while_loop(%p: memref<8xi32>, %q: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  %r:3 = scf.while (%i = %c0, %a = %p, %b = %q) : (index, memref<8xi32>, memref<8xi32>) -> (index, memref<8xi32>, memref<8xi32>) {
    %go = arith.cmpi slt, %i, %c7 : index
    scf.condition(%go) %i, %a, %b : index, memref<8xi32>, memref<8xi32>
  } do {
  ^bb0(%i: index, %a: memref<8xi32>, %b: memref<8xi32>):
    %v = memref.load %a[%c0] : memref<8xi32>
    %w = arith.muli %v, %k : i32
    %x = arith.addi %w, %v : i32
    memref.store %x, %b[%c0] : memref<8xi32>
    %n = arith.addi %i, %c1 : index
    scf.yield %n, %b, %a : index, memref<8xi32>, memref<8xi32>
  } attributes {vliw.no_alias}
  return
}
