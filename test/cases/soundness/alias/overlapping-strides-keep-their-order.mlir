// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 table},wfv)' --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=itanium2})' --verify-semantics -o /dev/null
// Different subscripts are the same element where strides overlap, are zero or are not known.

func.func @rows_overlap(%a: memref<8x8xi32, strided<[1, 1]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i, %c0] : memref<8x8xi32, strided<[1, 1]>>
    %y = arith.muli %x, %k : i32
    %z = arith.addi %y, %k : i32
    memref.store %z, %a[%i, %c1] : memref<8x8xi32, strided<[1, 1]>>
  }
  return
}

func.func @rows_overlap_by_half(%a: memref<8x4xi32, strided<[2, 1]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i, %c0] : memref<8x4xi32, strided<[2, 1]>>
    %y = arith.muli %x, %k : i32
    %z = arith.addi %y, %k : i32
    memref.store %z, %a[%i, %c2] : memref<8x4xi32, strided<[2, 1]>>
  }
  return
}

func.func @rows_overlap_backward(%a: memref<8x8xi32, strided<[-1, 1], offset: 8>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i, %c1] : memref<8x8xi32, strided<[-1, 1], offset: 8>>
    %y = arith.muli %x, %k : i32
    %z = arith.addi %y, %k : i32
    memref.store %z, %a[%i, %c0] : memref<8x8xi32, strided<[-1, 1], offset: 8>>
  }
  return
}

func.func @stride_of_zero(%b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %c7 = arith.constant 7 : index
  %a = memref.reinterpret_cast %b to offset: [3], sizes: [8], strides: [0] : memref<64xi32> to memref<8xi32, strided<[0], offset: 3>>
  scf.for %i = %c0 to %c7 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<8xi32, strided<[0], offset: 3>>
    %y = arith.muli %x, %k : i32
    %z = arith.addi %y, %k : i32
    memref.store %z, %a[%i] : memref<8xi32, strided<[0], offset: 3>>
  }
  return
}

func.func @strides_from_outside(%b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %c7 = arith.constant 7 : index
  %a = memref.reinterpret_cast %b to offset: [0], sizes: [8, 2], strides: [%c1, %c1] : memref<64xi32> to memref<8x2xi32, strided<[?, ?]>>
  scf.for %i = %c0 to %c7 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i, %c0] : memref<8x2xi32, strided<[?, ?]>>
    %y = arith.muli %x, %k : i32
    %z = arith.addi %y, %k : i32
    memref.store %z, %a[%i, %c1] : memref<8x2xi32, strided<[?, ?]>>
  }
  return
}

func.func @stride_from_outside_that_is_zero(%b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %c7 = arith.constant 7 : index
  %a = memref.reinterpret_cast %b to offset: [0], sizes: [8], strides: [%c0] : memref<64xi32> to memref<8xi32, strided<[?]>>
  scf.for %i = %c0 to %c7 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<8xi32, strided<[?]>>
    %y = arith.muli %x, %k : i32
    %z = arith.addi %y, %k : i32
    memref.store %z, %a[%i] : memref<8xi32, strided<[?]>>
  }
  return
}

func.func @inner_dimensions_overlap(%a: memref<2x4x4xi32, strided<[8, 1, 1]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %x = memref.load %a[%c1, %i, %c0] : memref<2x4x4xi32, strided<[8, 1, 1]>>
    %y = arith.muli %x, %k : i32
    %z = arith.addi %y, %k : i32
    memref.store %z, %a[%c1, %i, %c1] : memref<2x4x4xi32, strided<[8, 1, 1]>>
  }
  return
}

func.func @map_that_divides(%b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %c7 = arith.constant 7 : index
  %e = memref.alloc() : memref<8xi32, affine_map<(d0) -> (d0 floordiv 2)>>
  memref.store %k, %e[%c0] : memref<8xi32, affine_map<(d0) -> (d0 floordiv 2)>>
  scf.for %i = %c0 to %c7 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %e[%i] : memref<8xi32, affine_map<(d0) -> (d0 floordiv 2)>>
    %y = arith.muli %x, %k : i32
    %z = arith.addi %y, %k : i32
    memref.store %z, %e[%i] : memref<8xi32, affine_map<(d0) -> (d0 floordiv 2)>>
  }
  return
}
