// Elements at constant places get slots of their own; with an unknown index the buffer stays.
// RUN: rmlir-opt %s --sroa
// RUN: rmlir-opt %s --sroa --mem2reg

func.func @known(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<2x2xi32>
  memref.store %x, %a[%c0, %c1] : memref<2x2xi32>
  memref.store %y, %a[%c1, %c1] : memref<2x2xi32>
  %0 = memref.load %a[%c0, %c1] : memref<2x2xi32>
  return %0 : i32
}

func.func @unknown(%x: i32, %i: index) -> i32 {
  %a = memref.alloca() : memref<2xi32>
  memref.store %x, %a[%i] : memref<2xi32>
  %0 = memref.load %a[%i] : memref<2xi32>
  return %0 : i32
}
