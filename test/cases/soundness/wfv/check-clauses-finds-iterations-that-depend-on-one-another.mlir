// Iterations of a marked loop that run together and touch the same memory are found when the loop runs.
// RUN: rmlir-run %s --check-clauses --entry far --args zeros:48
// RUN: rmlir-run %s --check-clauses --entry near --args zeros:48
// RUN: rmlir-run %s --check-clauses --entry condition --args zeros:48 true
// RUN: rmlir-run %s --check-clauses --entry condition --args zeros:48 false
// RUN: rmlir-run %s --check-clauses --entry views --args zeros:48
// RUN: rmlir-run %s --check-clauses --entry calls --args zeros:48
// RUN: rmlir-run %s --check-clauses --entry parallel --args zeros:48
// RUN: rmlir-run %s --check-clauses --entry affine --args zeros:48
// RUN: rmlir-run %s --check-clauses --entry own --args zeros:48
// RUN: rmlir-run %s --check-clauses --entry counts --args zeros:48
// RUN: rmlir-run %s --check-clauses --entry lanes --args 3 zeros:48

func.func @far(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<48xi32>
    %j = arith.addi %i, %c4 : index
    memref.store %x, %a[%j] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// Three iterations apart, also from one vector to the next one.
func.func @near(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c2 {
    %x = memref.load %a[%i] : memref<48xi32>
    %j = arith.addi %i, %c6 : index
    memref.store %x, %a[%j] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @condition(%a: memref<48xi32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%j] : memref<48xi32>
    scf.if %p {
      memref.store %x, %a[%i] : memref<48xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @views(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.subview %a[1] [40] [1] : memref<48xi32> to memref<40xi32, strided<[1], offset: 1>>
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %a[%i] : memref<48xi32>
    memref.store %x, %v[%i] : memref<40xi32, strided<[1], offset: 1>>
  } {pvec.vectorize_calls = 2 : i64}
  return
}

func.func @store(%a: memref<48xi32>, %i: index) {
  %x = arith.constant 1 : i32
  %c2 = arith.constant 2 : index
  %half = arith.divui %i, %c2 : index
  memref.store %x, %a[%half] : memref<48xi32>
  return
}

func.func @calls(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    func.call @store(%a, %i) : (memref<48xi32>, index) -> ()
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// Iterations of a parallel loop are independent however far they are apart.
func.func @parallel(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%i) = (%c0) to (%c32) step (%c1) {
    %x = memref.load %a[%i] : memref<48xi32>
    %j = arith.addi %i, %c16 : index
    memref.store %x, %a[%j] : memref<48xi32>
    scf.reduce
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @affine(%a: memref<48xi32>) {
  affine.for %i = 1 to 32 {
    %x = affine.load %a[%i - 1] : memref<48xi32>
    affine.store %x, %a[%i] : memref<48xi32>
  } {pvec.vectorize_calls = 2 : i64}
  return
}

// Memory of each iteration, and what all of them read.
func.func @own(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %m = memref.alloc() : memref<2xi32>
    %x = memref.load %a[%c0] : memref<48xi32>
    memref.store %x, %m[%c0] : memref<2xi32>
    %y = memref.load %m[%c0] : memref<2xi32>
    memref.dealloc %m : memref<2xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// What is added at once may be added in any order.
func.func @counts(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.atomic_rmw addi %one, %a[%c0] : (i32, memref<48xi32>) -> i32
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// The function runs for each lane.
func.func @lanes(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<48xi32>) attributes {pvec.function = #pvec.function<4, both>} {
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%i] : memref<48xi32>
  %j = arith.addi %i, %c1 : index
  memref.store %x, %a[%j] : memref<48xi32>
  return
}
