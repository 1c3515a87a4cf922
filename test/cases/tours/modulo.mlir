// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(convert-scf-to-cf,if-convert,canonicalize),vliw-pipeline{machine=hexagon_v66})' | rmlir-run - --entry clipped_dot --args random:64 random:64 300 --print-arguments
// RUN: rmlir-run %s --entry clipped_dot --args random:64 random:64 300 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(convert-scf-to-cf,if-convert,canonicalize),print-vliw-pipeline{machine=hexagon_v66})' -o /dev/null
// From structured loops to blocks, from blocks to predicates, from predicates to pipelined bundles of a machine: the
// simulator computes what the loop does.

func.func @clipped_dot(%a: memref<64xi32>, %b: memref<64xi32>, %limit: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> (i32) {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = memref.load %b[%i] : memref<64xi32>
    %product = arith.muli %x, %y : i32
    %large = arith.cmpi sgt, %product, %limit : i32
    %next = scf.if %large -> (i32) {
      %clipped = arith.addi %acc, %limit : i32
      scf.yield %clipped : i32
    } else {
      memref.store %product, %a[%i] : memref<64xi32>
      %whole = arith.addi %acc, %product : i32
      scf.yield %whole : i32
    }
    scf.yield %next : i32
  }
  return %sum : i32
}
