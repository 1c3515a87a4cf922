// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=toy_fig2})'
// A text is copied up to its end. Iterations begin before it is known that there are so many; loads and stores are guarded
// by what says so, and the length stays what it was.

func.func @copy(%x: memref<?xi8>, %y: memref<?xi8>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 0 : i8
  %length = scf.while (%i = %c0) : (index) -> index {
    %v = memref.load %x[%i] : memref<?xi8>
    %on = arith.cmpi ne, %v, %end : i8
    memref.store %v, %y[%i] : memref<?xi8>
    scf.condition(%on) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  } attributes {vliw.no_alias}
  return %length : index
}
