// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=small})' --remarks-filter-missed=vliw-pipeline
// Loops with a condition that are left as they are, with the reason: a call, a branch, an operation that the machine has
// no class for, a type that it has no registers for.

vliw.machine @small issue 2 delay 0 min_ii 1 writes early {
  vliw.unit @alu count 2
  vliw.registers @r size 8 holds [index, i32, i1, !pvec.pred, memref<?xi32>]
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @any latency 1 runs ["arith.addi", "arith.cmpi", "arith.addf", "arith.cmpf", "memref.load", "memref.store", "pvec.cmpp", "pvec.select"] on @alu
}

func.func private @more() -> i1

func.func @calls() {
  scf.while : () -> () {
    %on = func.call @more() : () -> i1
    scf.condition(%on)
  } do {
    scf.yield
  }
  return
}

func.func @branches(%n: index, %x: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.while (%i = %c0) : (index) -> index {
    %on = arith.cmpi slt, %i, %n : index
    scf.condition(%on) %i : index
  } do {
  ^bb0(%i: index):
    %w = memref.load %x[%i] : memref<?xi32>
    %less = arith.cmpi slt, %w, %v : i32
    scf.if %less {
      memref.store %v, %x[%i] : memref<?xi32>
    }
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

func.func @multiplies(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %p = scf.while (%p = %c1) : (i32) -> i32 {
    %on = arith.cmpi slt, %p, %n : i32
    scf.condition(%on) %p : i32
  } do {
  ^bb0(%p: i32):
    %next = arith.muli %p, %n : i32
    scf.yield %next : i32
  }
  return %p : i32
}

func.func @floats(%n: f32, %step: f32) -> f32 {
  %s = scf.while (%s = %step) : (f32) -> f32 {
    %on = arith.cmpf olt, %s, %n : f32
    scf.condition(%on) %s : f32
  } do {
  ^bb0(%s: f32):
    %next = arith.addf %s, %step : f32
    scf.yield %next : f32
  }
  return %s : f32
}
