// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0 fast-mem-capacity=1}))" --verify-semantics=50

// A buffer takes the place of a memref only where nothing else in the range accesses the same memory.
func.func private @touch(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 5 : i32
  %x = memref.load %m[%c0] : memref<8xi32>
  %y = arith.addi %x, %k : i32
  memref.store %y, %m[%c0] : memref<8xi32>
  return
}

memref.global "private" @g : memref<8xi32> = dense<3>

func.func private @touch_global() {
  %m = memref.get_global @g : memref<8xi32>
  func.call @touch(%m) : (memref<8xi32>) -> ()
  return
}

func.func @licm_global(%o: memref<8xi32>) {
  %g = memref.get_global @g : memref<8xi32>
  affine.for %i = 0 to 8 {
    %v = affine.load %g[0] : memref<8xi32>
    affine.store %v, %o[%i] : memref<8xi32>
    func.call @touch_global() : () -> ()
  }
  return
}

func.func @licm_two_globals(%o: memref<8xi32>, %x: i32) {
  %g = memref.get_global @g : memref<8xi32>
  %h = memref.get_global @g : memref<8xi32>
  affine.for %i = 0 to 8 {
    %v = affine.load %g[3] : memref<8xi32>
    %w = arith.addi %v, %x : i32
    affine.store %w, %h[%i] : memref<8xi32>
    affine.store %v, %o[%i] : memref<8xi32>
  }
  return
}

func.func @licm_select(%a: memref<8xi32>, %b: memref<8xi32>, %c: i1, %x: i32) {
  %s = arith.select %c, %a, %b : memref<8xi32>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[3] : memref<8xi32>
    %w = arith.addi %v, %x : i32
    affine.store %w, %s[%i] : memref<8xi32>
  }
  return
}

func.func @par_globals(%x: i32) -> i32 {
  %g = memref.get_global @g : memref<8xi32>
  %h = memref.get_global @g : memref<8xi32>
  affine.for %i = 0 to 7 {
    %v = affine.load %g[%i] : memref<8xi32>
    %w = arith.addi %v, %x : i32
    affine.store %w, %h[%i + 1] : memref<8xi32>
  }
  %r = affine.load %g[7] : memref<8xi32>
  return %r : i32
}

func.func @par_subview(%a: memref<16xi32>) {
  %s = memref.subview %a[1] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 1>>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<16xi32>
    affine.store %v, %s[%i] : memref<8xi32, strided<[1], offset: 1>>
  }
  return
}

func.func @scalrep_select(%a: memref<8xi32>, %b: memref<8xi32>, %c: i1, %x: i32, %y: i32) -> i32 {
  %s = arith.select %c, %a, %b : memref<8xi32>
  affine.store %x, %a[0] : memref<8xi32>
  affine.store %y, %s[0] : memref<8xi32>
  %r = affine.load %a[0] : memref<8xi32>
  return %r : i32
}

func.func @scalrep_globals(%x: i32, %y: i32) -> i32 {
  %a = memref.get_global @g : memref<8xi32>
  %s = memref.get_global @g : memref<8xi32>
  affine.store %x, %a[0] : memref<8xi32>
  affine.store %y, %s[0] : memref<8xi32>
  %r = affine.load %a[0] : memref<8xi32>
  return %r : i32
}
