// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(wfv-select{gain=1},wfv)' --remarks-filter-missed=wfv-select

// Each loop stores to one element and reads it again. Its bounds, steps and subscripts are at the ends of the range of
// integers, so that differences of them do not fit in one.

func.func @from_the_least(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c6 = arith.constant 6 : index
  %first = arith.constant -9223372036854775808 : index
  %end = arith.constant -9223372036854775803 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %first to %end step %c2 {
    %0 = memref.load %a[%c6] : memref<8xf32>
    %1 = memref.load %b[%c6] : memref<8xf32>
    %2 = arith.subf %0, %1 : f32
    memref.store %2, %a[%c6] : memref<8xf32>
  }
  return
}

func.func @affine_from_the_least(%a: memref<8xi64>, %b: memref<8xi64>) {
  affine.for %i = -9223372036854775808 to -9223372036854775803 {
    %0 = affine.load %a[6] : memref<8xi64>
    %1 = affine.load %b[6] : memref<8xi64>
    %2 = arith.subi %1, %0 : i64
    affine.store %2, %a[6] : memref<8xi64>
  }
  return
}

func.func @to_the_greatest(%a: memref<8xi64>, %b: memref<8xi64>) {
  %c6 = arith.constant 6 : index
  %first = arith.constant 9223372036854775801 : index
  %end = arith.constant 9223372036854775807 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %first to %end step %c1 {
    %0 = memref.load %a[%c6] : memref<8xi64>
    %1 = memref.load %b[%c6] : memref<8xi64>
    %2 = arith.subi %1, %0 : i64
    memref.store %2, %a[%c6] : memref<8xi64>
  }
  return
}

func.func @unsigned(%a: memref<8xi64>, %b: memref<8xi64>) {
  %c6 = arith.constant 6 : index
  %first = arith.constant 9223372036854775806 : index
  %end = arith.constant -9223372036854775804 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %first to %end step %c1 {
    %0 = memref.load %a[%c6] : memref<8xi64>
    %1 = memref.load %b[%c6] : memref<8xi64>
    %2 = arith.subi %1, %0 : i64
    memref.store %2, %a[%c6] : memref<8xi64>
  }
  return
}

func.func @subscript_from_the_least(%a: memref<8xi64>, %b: memref<8xi64>) {
  %least = arith.constant -9223372036854775808 : index
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %low = arith.addi %i, %least : index
    %j = arith.subi %low, %least : index
    %m = arith.muli %j, %c0 : index
    %0 = memref.load %a[%m] : memref<8xi64>
    %1 = memref.load %b[%j] : memref<8xi64>
    %2 = arith.subi %1, %0 : i64
    memref.store %2, %a[%m] : memref<8xi64>
  }
  return
}

func.func @factors_that_wrap_around(%a: memref<8xi64>, %b: memref<8xi64>) {
  %half = arith.constant 4294967296 : index
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = arith.muli %i, %half : index
    %j = arith.muli %x, %half : index
    %0 = memref.load %a[%j] : memref<8xi64>
    %1 = memref.load %b[%i] : memref<8xi64>
    %2 = arith.subi %1, %0 : i64
    memref.store %2, %a[%j] : memref<8xi64>
  }
  return
}
