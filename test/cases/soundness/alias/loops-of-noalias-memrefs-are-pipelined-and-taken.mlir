// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=itanium2})' --verify-semantics -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-vliw-pipeline{machine=itanium2})' -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 table},wfv)' --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 table noalias-arguments})'
// Memrefs that are known not to alias: marked arguments, allocations, globals, distinct objects, what is never captured.

memref.global "private" @one : memref<64xi32> = dense<1>
memref.global "private" @other : memref<64xi32> = dense<2>
func.func private @unknown() -> memref<64xi32>

func.func @arguments(%a: memref<64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %b[%j] : memref<64xi32>
  }
  return
}

func.func @marked_arguments(%a: memref<64xi32>, %b: memref<64xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %b[%j] : memref<64xi32>
  }
  return
}

func.func @views_of_marked_arguments(%p: memref<64xi32> {llvm.noalias}, %q: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %a = memref.assume_alignment %p, 4 : memref<64xi32>
  %u = memref.cast %q : memref<64xi32> to memref<*xi32>
  %b = memref.cast %u : memref<*xi32> to memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %b[%j] : memref<64xi32>
  }
  return
}

func.func @argument_and_allocation(%b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %z = arith.constant 0 : i32
  %a = memref.alloca() : memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    memref.store %z, %a[%i] : memref<64xi32>
  }
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %b[%j] : memref<64xi32>
  }
  return
}

func.func @globals() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %a = memref.get_global @one : memref<64xi32>
  %b = memref.get_global @other : memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %b[%j] : memref<64xi32>
  }
  return
}

func.func @distinct_objects(%p: memref<64xi32>, %q: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %d:2 = memref.distinct_objects %p, %q : memref<64xi32>, memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %d#0[%i] : memref<64xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %d#1[%j] : memref<64xi32>
  }
  return
}

func.func @allocation_that_is_never_captured() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %a = func.call @unknown() : () -> memref<64xi32>
  %b = memref.alloca() : memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %b[%j] : memref<64xi32>
  }
  return
}

// The rows are as far apart as they may be: the elements of one follow each other.
func.func @row(%a: memref<8x64xi32, strided<[?, 1]>>, %r: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  scf.for %i = %c0 to %c60 step %c1 {
    %x = memref.load %a[%r, %i] : memref<8x64xi32, strided<[?, 1]>>
    %y = arith.muli %x, %x : i32
    memref.store %y, %a[%r, %i] : memref<8x64xi32, strided<[?, 1]>>
  }
  return
}
