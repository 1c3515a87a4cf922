// What the iteration before has stored is in a register; with another store to what may be the same element it is loaded.
// RUN: rmlir-translate --to-hexagon %s

func.func @prefix(%n: index, %x: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %a = memref.load %x[%before] : memref<?xi32>
    %b = memref.load %x[%i] : memref<?xi32>
    %c = arith.addi %a, %b : i32
    memref.store %c, %x[%i] : memref<?xi32>
  }
  return
}

func.func @other(%n: index, %x: memref<?xi32>, %y: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %a = memref.load %x[%before] : memref<?xi32>
    %b = memref.load %y[%i] : memref<?xi32>
    %c = arith.addi %a, %b : i32
    memref.store %c, %x[%i] : memref<?xi32>
    memref.store %a, %y[%i] : memref<?xi32>
  }
  return
}
