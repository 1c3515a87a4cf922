// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=small})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=small})'
// Seven registers are too few: what is used late, or comes from before the loop, is kept on the stack. The first load is
// of the iteration before, and what the sum starts with comes on the stack.

vliw.machine @small issue 4 delay 0 min_ii 1 writes early {
  vliw.unit @memory count 2
  vliw.unit @adder count 1
  vliw.unit @multiplier count 1
  vliw.registers @r size 7
  vliw.class @access latency 2 runs ["memref.load", "memref.store"] on @memory
  vliw.class @multiply latency 4 runs ["arith.mulf"] on @multiplier
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @add latency 1 runs ["*"] on @adder
}

func.func @filter(%n: index, %x: memref<?xf32>, %a: f32, %b: f32, %c: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
    %v = memref.load %x[%i] : memref<?xf32>
    %p = arith.mulf %v, %a : f32
    %q = arith.mulf %p, %b : f32
    %r = arith.mulf %q, %c : f32
    %s = arith.addf %r, %v : f32
    %t = arith.addf %s, %before : f32
    memref.store %t, %x[%i] : memref<?xf32>
    scf.yield %s : f32
  }
  return %last : f32
}
