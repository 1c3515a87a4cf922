// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=small})' --remarks-filter-missed=vliw-pipeline
// Loops that count and are left as they are: the machine has no class for an operation, or its file is too small.

vliw.machine @small issue 2 delay 0 min_ii 1 writes early {
  vliw.unit @alu count 2
  vliw.registers @r size 3
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @any latency 1 runs ["arith.addi", "memref.load", "memref.store"] on @alu
}

func.func @multiplies(%n: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %w = arith.muli %v, %v : i32
    memref.store %w, %x[%i] : memref<?xi32>
  }
  return
}

func.func @many(%n: index, %x: memref<?xi32>, %y: memref<?xi32>, %z: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %w = memref.load %y[%i] : memref<?xi32>
    %s = arith.addi %v, %w : i32
    memref.store %s, %z[%i] : memref<?xi32>
  }
  return
}
