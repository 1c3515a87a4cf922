// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(vliw-pipeline{machine=tic6x})' --remarks-filter-passed=vliw-pipeline
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(vliw-pipeline{machine=gp4})' --remarks-filter-passed=vliw-pipeline
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(vliw-pipeline{machine=hexagon_v66})' --remarks-filter-passed=vliw-pipeline
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(vliw-pipeline{machine=itanium2})' --remarks-filter-passed=vliw-pipeline

// Dependences that others imply are not asked for again: the loops compute the same. Stores to one element, and to
// elements some iterations apart; loads between them; two memrefs that may be one; subscripts from memory.

func.func @one_element(%a: memref<64xi32>, %b: memref<64xi32>, %at: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%c0] : memref<64xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %a[%c0] : memref<64xi32>
    %z = memref.load %a[%c0] : memref<64xi32>
    %w = arith.addi %z, %x : i32
    memref.store %w, %a[%c0] : memref<64xi32>
    memref.store %z, %a[%c1] : memref<64xi32>
    %v = memref.load %a[%c1] : memref<64xi32>
    memref.store %v, %a[%c0] : memref<64xi32>
  }
  return
}

func.func @iterations_apart(%a: memref<64xi32>, %b: memref<64xi32>, %at: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %j = arith.addi %i, %c2 : index
    %k = arith.addi %i, %c3 : index
    %x = memref.load %a[%i] : memref<64xi32>
    memref.store %x, %a[%j] : memref<64xi32>
    %y = memref.load %a[%k] : memref<64xi32>
    %z = arith.addi %x, %y : i32
    memref.store %z, %a[%k] : memref<64xi32>
    memref.store %y, %a[%i] : memref<64xi32>
  }
  return
}

func.func @two_names(%a: memref<64xi32>, %b: memref<64xi32>, %at: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    memref.store %x, %b[%c3] : memref<64xi32>
    %y = memref.load %a[%c3] : memref<64xi32>
    %z = arith.muli %x, %y : i32
    memref.store %z, %b[%i] : memref<64xi32>
    %w = memref.load %b[%c0] : memref<64xi32>
    memref.store %w, %a[%c2] : memref<64xi32>
  }
  return
}

func.func @from_memory(%a: memref<64xi32>, %b: memref<64xi32>, %at: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %p = memref.load %at[%i] : memref<16xindex>
    %q = arith.remui %p, %c16 : index
    %x = memref.load %a[%q] : memref<64xi32>
    memref.store %x, %a[%i] : memref<64xi32>
    %y = memref.load %a[%c1] : memref<64xi32>
    %z = arith.addi %x, %y : i32
    memref.store %z, %a[%q] : memref<64xi32>
    memref.store %y, %b[%q] : memref<64xi32>
  }
  return
}

func.func @backward(%a: memref<64xi32>, %b: memref<64xi32>, %at: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %j = arith.subi %c16, %i : index
    %x = memref.load %a[%j] : memref<64xi32>
    memref.store %x, %a[%i] : memref<64xi32>
    %y = memref.load %a[%i] : memref<64xi32>
    %z = arith.addi %x, %y : i32
    memref.store %z, %a[%j] : memref<64xi32>
  }
  return
}
