// Marked loops count in integers of any width, signed or not, by steps that are constants or not, and however far their bounds are
// apart.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv)' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{tail=scalar interleave=2})' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(wfv-regroup{least=0 vectors=2}),wfv)' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,canonicalize,cse)' --remarks-filter-passed=wfv -o /dev/null

// The elements of a row follow each other.
func.func @i32(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c61 = arith.constant 61 : i32
  scf.for %i = %c0 to %c61 step %c1 : i32 {
    %at = arith.index_cast %i : i32 to index
    %x = memref.load %a[%at] : memref<64xi32>
    %y = arith.addi %x, %i : i32
    memref.store %y, %a[%at] : memref<64xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @i16(%a: memref<64xi32>) {
  %c5 = arith.constant 5 : i16
  %c3 = arith.constant 3 : i16
  %c60 = arith.constant 60 : i16
  scf.for %i = %c5 to %c60 step %c3 : i16 {
    %at = arith.index_castui %i : i16 to index
    %x = memref.load %a[%at] : memref<64xi32>
    %wide = arith.extsi %i : i16 to i32
    %c0 = arith.constant 0 : i32
    %is = arith.cmpi sgt, %x, %c0 : i32
    scf.if %is {
      %y = arith.muli %x, %wide : i32
      memref.store %y, %a[%at] : memref<64xi32>
    }
  } {pvec.vectorize_calls = 8 : i64}
  return
}

// From the least number to the greatest one: more iterations than there are positive numbers.
func.func @i8(%a: memref<256xi8>) {
  %first = arith.constant -128 : i8
  %last = arith.constant 127 : i8
  %c1 = arith.constant 1 : i8
  scf.for %i = %first to %last step %c1 : i8 {
    %wide = arith.index_castui %i : i8 to index
    %x = memref.load %a[%wide] : memref<256xi8>
    %y = arith.muli %x, %i : i8
    memref.store %y, %a[%wide] : memref<256xi8>
  } {pvec.vectorize_calls = 16 : i64}
  return
}

func.func @unsigned(%a: memref<256xi8>) {
  %first = arith.constant 100 : i8
  %last = arith.constant 250 : i8
  %c7 = arith.constant 7 : i8
  scf.for unsigned %i = %first to %last step %c7 : i8 {
    %wide = arith.index_castui %i : i8 to index
    %x = memref.load %a[%wide] : memref<256xi8>
    %y = arith.addi %x, %i : i8
    memref.store %y, %a[%wide] : memref<256xi8>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// As signed numbers the first one is above the last one.
func.func @unsigned_index(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %first = arith.constant 9223372036854775800 : index
  %last = arith.constant -9223372036854775800 : index
  %c2 = arith.constant 2 : index
  scf.for unsigned %i = %first to %last step %c2 {
    %at = arith.subi %i, %first : index
    %x = memref.load %a[%at] : memref<64xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %a[%at] : memref<64xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @unknown(%a: memref<64xi32>, %p: i1, %n: i32) {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c15 = arith.constant 15 : i32
  %step = arith.select %p, %c1, %c3 : i32
  %last = arith.andi %n, %c15 : i32
  scf.for %i = %c1 to %last step %step : i32 {
    %at = arith.index_cast %i : i32 to index
    %x = memref.load %a[%at] : memref<64xi32>
    %y = arith.addi %x, %i : i32
    memref.store %y, %a[%at] : memref<64xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @unknown_index(%a: memref<64xi32>, %p: i1, %n: index) {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c63 = arith.constant 63 : index
  %step = arith.select %p, %c2, %c5 : index
  %last = arith.andi %n, %c63 : index
  scf.for %i = %c2 to %last step %step {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %a[%i] : memref<64xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// No iteration: the distance of the bounds is no signed number.
func.func @above(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %first = arith.constant 9223372036854775807 : index
  %last = arith.constant -9223372036854775808 : index
  %c1 = arith.constant 4611686018427387904 : index
  %one = arith.constant 1 : i32
  scf.for %i = %first to %last step %c1 {
    %c63 = arith.constant 63 : index
    %at = arith.andi %i, %c63 : index
    memref.store %one, %a[%at] : memref<64xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// Three iterations, two of them below zero.
func.func @far(%a: memref<64xi32>) {
  %first = arith.constant -9223372036854775808 : index
  %last = arith.constant 9223372036854775807 : index
  %step = arith.constant 6148914691236517205 : index
  %one = arith.constant 1 : i32
  scf.for %i = %first to %last step %step {
    %c63 = arith.constant 63 : index
    %at = arith.andi %i, %c63 : index
    memref.store %one, %a[%at] : memref<64xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @negative(%a: memref<64xi32>, %n: index) {
  %c40 = arith.constant 40 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %last = arith.andi %n, %c63 : index
  %lower = arith.constant -9 : index
  scf.for %i = %lower to %last step %c1 {
    %at = arith.andi %i, %c63 : index
    %x = memref.load %a[%at] : memref<64xi32>
    memref.store %x, %a[%at] : memref<64xi32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
