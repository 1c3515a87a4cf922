// RUN: rmlir-opt %s --raise-llvm-to-memref --canonicalize --cse --split-input-file --remarks-filter=raise
// Accesses through pointers become accesses to memrefs of the shape that their strides have.

// The sizes are constants, and so are the bounds: nothing has to be checked.
func.func @static(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c99 = arith.constant 99 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c1 to %c100 step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %row = llvm.getelementptr inbounds %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<100 x f64>
    %above = llvm.getelementptr inbounds %row[-100] : (!llvm.ptr) -> !llvm.ptr, f64
    scf.for %j = %c0 to %c99 step %c1 {
      %j64 = arith.index_cast %j : index to i64
      %p = llvm.getelementptr inbounds %above[%j64] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %q = llvm.getelementptr inbounds %p[8] : (!llvm.ptr) -> !llvm.ptr, i8
      %x = llvm.load %q : !llvm.ptr -> f64
      %r = llvm.getelementptr inbounds %b[0, %j64] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<100 x f64>
      llvm.store %x, %r : f64, !llvm.ptr
    }
  }
  return
}

// -----

// Sizes that are parameters, bounds that depend on outer loops, and pointers that may be equal are checked.
func.func @checked(%n: i32, %m: i64, %a: !llvm.ptr, %x: !llvm.ptr) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %end = arith.index_cast %n : i32 to index
  %sum = scf.for %i = %c0 to %end step %c1 iter_args(%s = %zero) -> (f32) {
    %i64 = arith.index_cast %i : index to i64
    %start = arith.muli %i64, %m : i64
    %row = llvm.getelementptr inbounds %a[%start] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %q = llvm.getelementptr inbounds %x[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    scf.for %j = %c0 to %i step %c1 {
      %j64 = arith.index_cast %j : index to i64
      %p = llvm.getelementptr inbounds %row[%j64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p : !llvm.ptr -> f32
      llvm.store %v, %q : f32, !llvm.ptr
    }
    %v = llvm.load %q : !llvm.ptr -> f32
    %t = arith.addf %s, %v : f32
    scf.yield %t : f32
  }
  return %sum : f32
}

// -----

#root = #llvm.tbaa_root<id = "C">
#char = #llvm.tbaa_type_desc<id = "char", members = {<#root, 0>}>
#int = #llvm.tbaa_type_desc<id = "int", members = {<#char, 0>}>
#float = #llvm.tbaa_type_desc<id = "float", members = {<#char, 0>}>
#of_int = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>
#of_float = #llvm.tbaa_tag<base_type = #float, access_type = #float, offset = 0>
#of_char = #llvm.tbaa_tag<base_type = #char, access_type = #char, offset = 0>

// By their types, integers and floats are different memory, and characters are not.
func.func private @between()

func.func @by_type(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %d: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %q = llvm.getelementptr %b[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p {tbaa = [#of_int]} : !llvm.ptr -> i32
    %y = arith.sitofp %x : i32 to f32
    llvm.store %y, %q {tbaa = [#of_float]} : f32, !llvm.ptr
  }
  func.call @between() : () -> ()
  scf.for %i = %c0 to %c10 step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr %c[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %q = llvm.getelementptr %d[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %x = llvm.load %p {tbaa = [#of_int]} : !llvm.ptr -> i32
    %y = arith.trunci %x : i32 to i8
    llvm.store %y, %q {tbaa = [#of_char]} : i8, !llvm.ptr
  }
  return
}

// -----

// Loops in sequence are raised together, up to an operation that cannot be.
func.func private @g()

func.func @sequence(%a: !llvm.ptr, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %p : f32, !llvm.ptr
  }
  %n64 = arith.index_cast %n : index to i64
  %last = llvm.getelementptr %a[%n64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %v, %last : f32, !llvm.ptr
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p : !llvm.ptr -> f32
    %y = arith.mulf %x, %v : f32
    llvm.store %y, %p : f32, !llvm.ptr
  }
  func.call @g() : () -> ()
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %p : f32, !llvm.ptr
  }
  return
}

// -----

// What cannot be raised stays, with the cause.
func.func private @between()

func.func @declined(%a: !llvm.ptr, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // A pointer that changes.
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> (!llvm.ptr) {
    llvm.store %v, %p : f32, !llvm.ptr
    %next = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32
    scf.yield %next : !llvm.ptr
  }
  func.call @between() : () -> ()
  // Accesses of two types.
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p : !llvm.ptr -> i32
    llvm.store %v, %p : f32, !llvm.ptr
  }
  func.call @between() : () -> ()
  // A member of a structure.
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr %a[%i64, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32)>
    llvm.store %v, %p : f32, !llvm.ptr
  }
  return
}
