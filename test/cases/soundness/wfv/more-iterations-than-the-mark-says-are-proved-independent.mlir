// A mark says that 4 consecutive iterations are independent. Options that run more of them together look at dependences:
// conditional accesses, views, other subscripts and calls 4 to 7 iterations away keep the loops at 4.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv)' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{interleave=2})' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{interleave=8 tail=scalar})' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{regroup=2})' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(wfv-regroup{least=0 vectors=2}),wfv)' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(wfv-regroup{least=0 vectors=8}),wfv{interleave=2 few=1 coherent=1})' --verify-semantics=20 -o /dev/null

func.func @condition(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<48xi32>
    %y = arith.addi %x, %one : i32
    %p = arith.cmpi ne, %y, %z : i32
    scf.if %p {
      %j = arith.addi %i, %c5 : index
      memref.store %y, %a[%j] : memref<48xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @both_ways(%a: memref<48xi32>, %b: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<48xi32>
    %p = arith.cmpi slt, %x, %one : i32
    scf.if %p {
      memref.store %one, %b[%i] : memref<48xi32>
    } else {
      %j = arith.addi %i, %c7 : index
      %y = memref.load %b[%i] : memref<48xi32>
      memref.store %y, %a[%j] : memref<48xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// The step is two elements, the distance four iterations.
func.func @steps(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c38 = arith.constant 38 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c38 step %c2 {
    %x = memref.load %a[%i] : memref<48xi32>
    %p = arith.cmpi slt, %x, %one : i32
    %y = arith.addi %x, %one : i32
    scf.if %p {
      %j = arith.addi %i, %c8 : index
      memref.store %y, %a[%j] : memref<48xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @remainder(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c32 step %c1 {
    %q = arith.remui %i, %c6 : index
    %x = memref.load %a[%q] : memref<48xi32>
    %y = arith.addi %x, %one : i32
    memref.store %y, %a[%q] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @cast(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  %v = memref.cast %a : memref<48xi32> to memref<?xi32>
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<48xi32>
    %y = arith.addi %x, %one : i32
    %j = arith.addi %i, %c4 : index
    memref.store %y, %v[%j] : memref<?xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @subview(%a: memref<48xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i64
  %v = memref.subview %a[5] [40] [1] : memref<48xi64> to memref<40xi64, strided<[1], offset: 5>>
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<48xi64>
    %y = arith.addi %x, %one : i64
    memref.store %y, %v[%i] : memref<40xi64, strided<[1], offset: 5>>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// A load through one view, a store through another one.
func.func @two_views(%a: memref<48xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %v = memref.reinterpret_cast %a to offset: [8], sizes: [40], strides: [1] : memref<48xf32> to memref<40xf32, strided<[1], offset: 8>>
  %w = memref.subview %a[2] [40] [1] : memref<48xf32> to memref<40xf32, strided<[1], offset: 2>>
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %w[%i] : memref<40xf32, strided<[1], offset: 2>>
    %y = arith.addf %x, %one : f32
    memref.store %y, %v[%i] : memref<40xf32, strided<[1], offset: 8>>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// Rows that overlap by their strides: an element of the row after the next one.
func.func @strides(%a: memref<40x8xi32, strided<[1, 5]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i, %c0] : memref<40x8xi32, strided<[1, 5]>>
    %y = arith.addi %x, %one : i32
    memref.store %y, %a[%i, %c1] : memref<40x8xi32, strided<[1, 5]>>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func private @store(%a: memref<48xi32>, %i: index, %x: i32) {
  %c6 = arith.constant 6 : index
  %j = arith.addi %i, %c6 : index
  memref.store %x, %a[%j] : memref<48xi32>
  return
}

func.func @call(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<48xi32>
    %y = arith.addi %x, %one : i32
    func.call @store(%a, %i, %y) : (memref<48xi32>, index, i32) -> ()
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @affine(%a: memref<48xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i] : memref<48xi32>
    %y = arith.addi %x, %one : i32
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      affine.store %y, %a[%i + 4] : memref<48xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// The distance is an argument: 4 or more, by what the mark says.
func.func @unknown_distance(%a: memref<48xi32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  %by = arith.select %p, %c4, %c5 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<48xi32>
    %y = arith.addi %x, %one : i32
    %j = arith.addi %i, %by : index
    memref.store %y, %a[%j] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
