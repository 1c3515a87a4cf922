// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{structured},pvec-promote),print-vliw-pipeline{machine=gp4})'
// What waits for the condition of the iteration before is in the graph: where the bound is not known to be the array's, the
// loads, so that an interval is as long as from one condition to the next; where it is, nothing does.

func.func @unknown(%n: index, %x: memref<?xi32>, %key: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %no = arith.constant false
  %at = scf.while (%i = %c0) : (index) -> index {
    %in = arith.cmpi ult, %i, %n : index
    %on = scf.if %in -> i1 {
      %v = memref.load %x[%i] : memref<?xi32>
      %other = arith.cmpi ne, %v, %key : i32
      scf.yield %other : i1
    } else {
      scf.yield %no : i1
    }
    scf.condition(%on) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return %at : index
}

func.func @known(%x: memref<?xi32>, %key: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %no = arith.constant false
  %n = memref.dim %x, %c0 : memref<?xi32>
  %at = scf.while (%i = %c0) : (index) -> index {
    %in = arith.cmpi ult, %i, %n : index
    %on = scf.if %in -> i1 {
      %v = memref.load %x[%i] : memref<?xi32>
      %other = arith.cmpi ne, %v, %key : i32
      scf.yield %other : i1
    } else {
      scf.yield %no : i1
    }
    scf.condition(%on) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return %at : index
}
