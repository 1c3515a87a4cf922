// Lanes that are off, and vectors without a lane that is on, do nothing that is undefined: powers of zero, divisions of
// other dialects, elements of tensors.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv)' --verify-semantics=40

func.func @ipowi(%x: memref<?xi32>, %y: memref<?xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %p = arith.cmpi ne, %v, %z : i32
    %r = scf.if %p -> i32 {
      %q = math.ipowi %v, %k : i32
      scf.yield %q : i32
    } else {
      scf.yield %z : i32
    }
    memref.store %r, %x[%i] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
func.func @llvm_udiv(%x: memref<?xi32>, %y: memref<?xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %p = arith.cmpi ne, %v, %z : i32
    %r = scf.if %p -> i32 {
      %q = llvm.udiv %k, %v : i32
      scf.yield %q : i32
    } else {
      scf.yield %z : i32
    }
    memref.store %r, %x[%i] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
func.func @uniform_llvm_urem(%x: memref<?xi32>, %y: memref<?xi32>, %k: i32, %l: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %t = arith.cmpi ne, %l, %z : i32
    %u = arith.cmpi sgt, %v, %z : i32
    %p = arith.andi %t, %u : i1
    %r = scf.if %p -> i32 {
      %q = llvm.urem %k, %l : i32
      scf.yield %q : i32
    } else {
      scf.yield %z : i32
    }
    memref.store %r, %x[%i] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
func.func @uniform_extract(%x: memref<?xi32>, %y: memref<?xi32>, %t: tensor<4xi32>, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %c4 = arith.constant 4 : index
    %o = arith.cmpi ult, %l, %c4 : index
    %u = arith.cmpi sgt, %v, %z : i32
    %p = arith.andi %o, %u : i1
    %r = scf.if %p -> i32 {
      %q = tensor.extract %t[%l] : tensor<4xi32>
      scf.yield %q : i32
    } else {
      scf.yield %z : i32
    }
    memref.store %r, %x[%i] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
func.func @extract(%x: memref<?xi32>, %y: memref<?xi32>, %t: tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %c4 = arith.constant 4 : i32
    %p = arith.cmpi ult, %v, %c4 : i32
    %r = scf.if %p -> i32 {
      %l = arith.index_cast %v : i32 to index
      %q = tensor.extract %t[%l] : tensor<4xi32>
      scf.yield %q : i32
    } else {
      scf.yield %z : i32
    }
    memref.store %r, %x[%i] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
func.func @index_floordivs(%x: memref<?xi32>, %y: memref<?xi32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %p = arith.cmpi sgt, %v, %z : i32
    %r = scf.if %p -> i32 {
      %l = arith.index_cast %v : i32 to index
      %m = index.floordivs %k, %l
      %q = arith.index_cast %m : index to i32
      scf.yield %q : i32
    } else {
      scf.yield %z : i32
    }
    memref.store %r, %x[%i] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
