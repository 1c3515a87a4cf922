// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=figure_2 mode=textbook})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=figure_2 mode=hrms})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=figure_2 mode=top-down})'
// The first example of swing modulo scheduling (IEEE TC 2001, figure 2), reconstructed from the numbers of its text: its
// twelve operations are n0 to n11. It takes 8 live registers with the order of figure 7, 9 with that of HRMS, 11 top-down.
// Subscripts do not change and the branch takes no time, so that nothing else is in the graph.

vliw.machine @figure_2 issue 5 delay 0 min_ii 1 writes early {
  vliw.unit @memory count 2
  vliw.unit @adder count 1
  vliw.unit @multiplier count 1
  vliw.registers @r size 64
  vliw.class @access latency 2 runs ["memref.load", "memref.store"] on @memory
  vliw.class @multiply latency 2 runs ["arith.mulf"] on @multiplier
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @add latency 2 runs ["*"] on @adder
}

func.func @figure(%n: index, %k: index, %a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %p: memref<?xf32>,
                  %q: memref<?xf32>, %c1: f32, %c2: f32, %c3: f32) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 1 : index
  scf.for %i = %c0 to %n step %step {
    %t = memref.load %a[%k] : memref<?xf32>
    %bi = memref.load %b[%k] : memref<?xf32>
    %u = arith.addf %t, %c1 : f32
    %pu = arith.mulf %t, %u : f32
    %v = arith.addf %t, %c2 : f32
    %w = arith.mulf %t, %c3 : f32
    memref.store %pu, %p[%k] : memref<?xf32>
    %vb = arith.mulf %v, %bi : f32
    %ci = memref.load %c[%k] : memref<?xf32>
    %s = arith.addf %vb, %ci : f32
    %r = arith.mulf %s, %w : f32
    memref.store %r, %q[%k] : memref<?xf32>
  } {vliw.no_alias}
  return
}
