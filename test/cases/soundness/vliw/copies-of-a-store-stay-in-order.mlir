// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(vliw-pipeline{machine=hexagon_v66})' --remarks-filter-passed=vliw-pipeline
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(vliw-pipeline{machine=tic6x unroll=4})' --remarks-filter-passed=vliw-pipeline
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(vliw-pipeline{machine=itanium2 unroll=3})' --remarks-filter-passed=vliw-pipeline

// A store to the same element in every iteration: the copies of an unrolled loop store in the order of iterations.

func.func @same_element(%n: index, %a: memref<96xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %c3 : index
    %x = memref.load %a[%j] : memref<96xf64>
    %y = memref.load %a[%i] : memref<96xf64>
    memref.store %y, %a[%c0] : memref<96xf64>
    memref.store %x, %a[%j] : memref<96xf64>
  }
  return
}

func.func @element_from_before(%n: index, %at: index, %a: memref<16xi32>, %b: memref<96xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<96xi32>
    memref.store %x, %a[%at] : memref<16xi32>
  }
  return
}

func.func @element_from_memory(%n: index, %at: memref<96xindex>, %a: memref<16xi32>, %b: memref<96xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<96xi32>
    %j = memref.load %at[%i] : memref<96xindex>
    memref.store %x, %a[%j] : memref<16xi32>
  }
  return
}

func.func @stride_of_zero(%n: index, %a: memref<96xi64, strided<[0]>>, %b: memref<96xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<96xi64>
    memref.store %x, %a[%i] : memref<96xi64, strided<[0]>>
  }
  return
}

func.func @remainder(%n: index, %a: memref<96xi64>, %b: memref<96xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<96xi64>
    %j = arith.remui %i, %c2 : index
    memref.store %x, %a[%j] : memref<96xi64>
  }
  return
}
