// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=gp4}, arith-unsigned-when-equivalent, int-range-optimizations, arith-int-range-narrowing{int-bitwidths-supported=8,16}, sccp)'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=itanium2 mode=exact}, int-range-optimizations, arith-unsigned-when-equivalent)' --verify-semantics
// Results of calls of bundled code are integers, what its function gives back are registers that hold them: the range of one
// is none of the other.

func.func @sum(%n: index, %x: memref<?xi32>, %k: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
    %a = memref.load %x[%i] : memref<?xi32>
    %b = arith.muli %a, %k : i32
    %t = arith.addi %s, %b : i32
    scf.yield %t : i32
  }
  %c7 = arith.constant 7 : i32
  %q = arith.divsi %sum, %c7 : i32
  return %q : i32
}

func.func @last(%n: index, %x: memref<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %last, %wide = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c3, %w = %c1) -> (index, index) {
    %a = memref.load %x[%i] : memref<?xindex>
    %b = arith.addi %a, %s : index
    scf.yield %b, %i : index, index
  }
  %c9 = arith.constant 9 : index
  %small = arith.remsi %wide, %c9 : index
  %less = arith.cmpi slt, %last, %small : index
  %chosen = arith.select %less, %last, %small : index
  %q = arith.ceildivsi %chosen, %c3 : index
  return %q : index
}

func.func @narrow(%n: index, %x: memref<?xi8>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i8
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %one) -> (i8) {
    %a = memref.load %x[%i] : memref<?xi8>
    %b = arith.andi %a, %s : i8
    scf.yield %b : i8
  }
  %w = arith.extsi %sum : i8 to i64
  %s = arith.shrsi %w, %w : i64
  return %s : i64
}

// A function whose results have other types than those of its calls: bundled code called from another function.
func.func @twice(%n: index, %x: memref<?xi32>, %k: i32) -> i32 {
  %0 = call @sum(%n, %x, %k) : (index, memref<?xi32>, i32) -> i32
  %1 = arith.floordivsi %0, %0 : i32
  return %1 : i32
}

func.func @float(%n: index, %x: memref<?xf32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum, %i32 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %c = %c0) -> (f32, index) {
    %a = memref.load %x[%i] : memref<?xf32>
    %t = arith.addf %s, %a : f32
    %d = arith.addi %c, %c1 : index
    scf.yield %t, %d : f32, index
  }
  %w = arith.index_cast %i32 : index to i32
  return %w : i32
}
