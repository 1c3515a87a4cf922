// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-pluto))" --remarks-filter-missed=pluto
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-detect-parallel))" --remarks-filter-missed=parallel

// A remark says what an operation does that is in the way: not that it may do anything, where its effects are known.
func.func @divides(%a: memref<8xi32>, %d: i32) {
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<8xi32>
    %w = arith.divui %v, %d : i32
    affine.store %w, %a[%i] : memref<8xi32>
  }
  return
}
func.func @remains(%a: memref<8xi32>, %d: i32) {
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<8xi32>
    %w = arith.remsi %v, %d : i32
    affine.store %w, %a[%i] : memref<8xi32>
  }
  return
}
func.func @loads(%a: memref<8xi32>, %b: memref<8xi32>, %k: index) {
  affine.for %i = 0 to 8 {
    %v = memref.load %b[%k] : memref<8xi32>
    affine.store %v, %a[%i] : memref<8xi32>
  }
  return
}
func.func private @outside()
func.func @calls(%a: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    func.call @outside() : () -> ()
    affine.store %x, %a[%i] : memref<8xi32>
  }
  return
}
func.func @views(%a: memref<16xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    %s = memref.subview %a[%i] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: ?>>
    affine.store %x, %s[0] : memref<8xi32, strided<[1], offset: ?>>
  }
  return
}
