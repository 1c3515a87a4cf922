// RUN: rmlir-opt %s --split-input-file

func.func @f(%a: memref<4x8xf32>) {
  %0 = memref.subview %a[0, 0] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32>
  return
}

// -----

func.func @f(%a: memref<4x8xf32>) {
  %0 = memref.subview %a[3, 0] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32, strided<[8, 1], offset: 24>>
  return
}

// -----

func.func @f(%a: memref<4x8xf32>) {
  %0 = memref.collapse_shape %a [[0], [1]] : memref<4x8xf32> into memref<32xf32>
  return
}

// -----

func.func @f(%a: memref<?x8xf32, strided<[16, 1]>>) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<?x8xf32, strided<[16, 1]>> into memref<?xf32, strided<[1]>>
  return
}

// -----

func.func @f(%a: memref<4xf32, strided<[2]>>) {
  %0 = memref.cast %a : memref<4xf32, strided<[2]>> to memref<4xf32>
  return
}

// -----

func.func @f(%n: index) {
  %0 = memref.alloc(%n, %n) : memref<?xf32>
  return
}

// -----

memref.global @g : memref<2xf32>
func.func @f() {
  %0 = memref.get_global @g : memref<3xf32>
  return
}
