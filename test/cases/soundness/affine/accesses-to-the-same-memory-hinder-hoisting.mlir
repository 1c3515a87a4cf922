// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-invariant-code-motion))" --verify-semantics=50

// What may be the same memory is asked of the alias analysis: uses of the same value are not all accesses. (In 22 they are.)
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

func.func @licm_cast(%a: memref<8xf32>) {
  %c = memref.cast %a : memref<8xf32> to memref<?xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[3] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %c[%i] : memref<?xf32>
  }
  return
}

func.func @licm_subview(%a: memref<16xi32>, %x: i32) {
  %s = memref.subview %a[4] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 4>>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[6] : memref<16xi32>
    %w = arith.addi %v, %x : i32
    affine.store %w, %s[%i] : memref<8xi32, strided<[1], offset: 4>>
  }
  return
}

func.func @licm_store(%a: memref<16xi32>, %o: memref<16xi32>, %x: i32) {
  %s = memref.subview %a[4] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 4>>
  affine.for %i = 0 to 8 {
    affine.store %x, %a[6] : memref<16xi32>
    %v = affine.load %s[%i] : memref<8xi32, strided<[1], offset: 4>>
    affine.store %v, %o[%i] : memref<16xi32>
  }
  return
}

func.func @licm_call(%a: memref<8xi32>, %o: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %a[0] : memref<8xi32>
    affine.store %v, %o[%i] : memref<8xi32>
    func.call @touch(%a) : (memref<8xi32>) -> ()
  }
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

func.func @licm_memref_load(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    %v = affine.load %a[3] : memref<8xi32>
    %w = arith.addi %v, %x : i32
    memref.store %w, %a[%i] : memref<8xi32>
    affine.store %v, %b[%i] : memref<8xi32>
  }
  return
}


func.func @licm_two_arguments(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    %v = affine.load %a[3] : memref<8xi32>
    %w = arith.addi %v, %x : i32
    affine.store %w, %b[%i] : memref<8xi32>
  }
  return
}


func.func @licm_region(%a: memref<8xi32>, %c: i1, %x: i32) {
  %s = memref.cast %a : memref<8xi32> to memref<?xi32>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[3] : memref<8xi32>
    %w = arith.addi %v, %x : i32
    scf.if %c {
      memref.store %w, %s[%i] : memref<?xi32>
    }
  }
  return
}


func.func @licm_private_call(%a: memref<8xi32>) -> i32 {
  %m = memref.alloca() : memref<4xi32>
  %zero = arith.constant 0 : i32
  affine.store %zero, %m[0] : memref<4xi32>
  %r = affine.for %i = 0 to 8 iter_args(%s = %zero) -> i32 {
    %v = affine.load %m[0] : memref<4xi32>
    func.call @touch(%a) : (memref<8xi32>) -> ()
    %t = arith.addi %s, %v : i32
    affine.yield %t : i32
  }
  return %r : i32
}
