// RUN: rmlir-opt %s --if-convert
// RUN: rmlir-opt %s --if-convert --pvec-promote --canonicalize
// RUN: rmlir-opt %s --if-convert --pvec-promote --convert-pvec-to-scf --canonicalize
// if (A) { B = 1; C = 2; } else { B = 3; C = 4; }: two instructions under one predicate, two under the other.

func.func @four(%A: i1, %B: memref<i32>, %C: memref<i32>) {
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %3 = arith.constant 3 : i32
  %4 = arith.constant 4 : i32
  scf.if %A {
    memref.store %1, %B[] : memref<i32>
    memref.store %2, %C[] : memref<i32>
  } else {
    memref.store %3, %B[] : memref<i32>
    memref.store %4, %C[] : memref<i32>
  }
  return
}
