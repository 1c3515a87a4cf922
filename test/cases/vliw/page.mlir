// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=gp4 format=dot})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=gp4 format=html stop-after=sets})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=gp4 format=html})'
// The graph for Graphviz, and a page with charts.

func.func @sum(%n: index, %x: memref<?xi32>, %zero: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
    %a = memref.load %x[%i] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    scf.yield %t : i32
  }
  return %sum : i32
}
