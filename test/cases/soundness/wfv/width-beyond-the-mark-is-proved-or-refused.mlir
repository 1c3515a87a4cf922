// More lanes than the mark says run together if so many iterations are proved to be independent, else that is an error.
// RUN: rmlir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(wfv{width=8})' -o /dev/null

func.func @condition(%a: memref<48xi32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %later = arith.addi %i, %c5 : index
    // expected-error @below {{'memref.load' op may read what 'memref.store' may write 5 iterations later: the mark says that 4 iterations run at once, not 8}}
    %x = memref.load %a[%later] : memref<48xi32>
    scf.if %p {
      memref.store %x, %a[%i] : memref<48xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// What two arguments are is not known.
func.func @arguments(%a: memref<48xi32>, %b: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    // expected-error @below {{'memref.load' op reads memory that may alias what 'memref.store' accesses: the mark says that 4 iterations run at once, not 8}}
    %x = memref.load %a[%i] : memref<48xi32>
    memref.store %x, %b[%i] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

func.func private @unknown(i32)

func.func @call(%a: memref<48xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    // expected-error @below {{'memref.load' op may read what 'func.call' may write 4 iterations later: the mark says that 4 iterations run at once, not 8}}
    %x = memref.load %a[%i] : memref<48xi32>
    func.call @unknown(%x) : (i32) -> ()
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// Strides that are not known may be zero.
func.func @strides(%a: memref<48xi32, strided<[?]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    // expected-error @below {{'memref.load' op reads a memref whose layout may put different indices at one element: the mark says that 4 iterations run at once, not 8}}
    %x = memref.load %a[%i] : memref<48xi32, strided<[?]>>
    memref.store %x, %a[%i] : memref<48xi32, strided<[?]>>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

func.func @affine(%a: memref<48xi32>) {
  affine.for %i = 0 to 32 {
    // expected-error @below {{'affine.load' op may read what 'affine.store' may write 6 iterations later: the mark says that 4 iterations run at once, not 8}}
    %x = affine.load %a[%i + 6] : memref<48xi32>
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<48xi32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// -----

// These are proved: under conditions, through a cast, far enough apart, by memory of the function's own, by a function that touches no
// memory, and of a parallel loop, which says so itself.
func.func private @square(%x: i32) -> i32 {
  %y = arith.muli %x, %x : i32
  return %y : i32
}

func.func @proved(%a: memref<48xi32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %own = memref.alloc() : memref<48xi32>
  %v = memref.cast %a : memref<48xi32> to memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<48xi32>
    %y = func.call @square(%x) : (i32) -> i32
    scf.if %p {
      %j = arith.addi %i, %c8 : index
      memref.store %y, %v[%j] : memref<?xi32>
    }
    memref.store %y, %own[%i] : memref<48xi32>
  } {pvec.vectorize_calls = 4 : i64}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %own[%i] : memref<48xi32>
    memref.store %x, %a[%i] : memref<48xi32>
    scf.reduce
  } {pvec.vectorize_calls = 4 : i64}
  memref.dealloc %own : memref<48xi32>
  return
}
