// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion{mode=producer}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion{mode=producer maximal}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion{mode=sibling maximal}))" --verify-semantics=50

// Operations that are no affine accesses, in a nest or between two, stay in order with what accesses the same memory.
func.func private @bump(%m: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 16 {
    %v = affine.load %m[%i] : memref<16xi32>
    %w = arith.addi %v, %one : i32
    affine.store %w, %m[%i] : memref<16xi32>
  }
  return
}

memref.global "private" @g : memref<16xi32> = dense<3>

func.func private @bump_global() {
  %m = memref.get_global @g : memref<16xi32>
  func.call @bump(%m) : (memref<16xi32>) -> ()
  return
}

func.func @call_in_producer(%in: memref<16xi32>, %mid: memref<16xi32>, %out: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
    func.call @bump(%mid) : (memref<16xi32>) -> ()
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %out[%j] : memref<16xi32>
  }
  return
}

func.func @call_in_consumer(%in: memref<16xi32>, %mid: memref<16xi32>, %out: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %out[%j] : memref<16xi32>
    func.call @bump(%mid) : (memref<16xi32>) -> ()
  }
  return
}

func.func @call_between_alias(%in: memref<16xi32>, %mid: memref<16xi32>, %out: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
  }
  %al = memref.cast %mid : memref<16xi32> to memref<?xi32>
  %al2 = memref.cast %al : memref<?xi32> to memref<16xi32>
  func.call @bump(%al2) : (memref<16xi32>) -> ()
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %out[%j] : memref<16xi32>
  }
  return
}

func.func @call_between_global(%in: memref<16xi32>, %out: memref<16xi32>) {
  %mid = memref.get_global @g : memref<16xi32>
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
  }
  func.call @bump_global() : () -> ()
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %out[%j] : memref<16xi32>
  }
  return
}

func.func @call_between_alloc(%in: memref<16xi32>, %out: memref<16xi32>) {
  %mid = memref.alloc() : memref<16xi32>
  %al = memref.cast %mid : memref<16xi32> to memref<?xi32>
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
  }
  %al2 = memref.cast %al : memref<?xi32> to memref<16xi32>
  func.call @bump(%al2) : (memref<16xi32>) -> ()
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %out[%j] : memref<16xi32>
  }
  memref.dealloc %mid : memref<16xi32>
  return
}

func.func @copy_between(%in: memref<16xi32>, %other: memref<8xi32>, %out: memref<16xi32>) {
  %mid = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
  }
  %s = memref.subview %mid[4] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 4>>
  memref.copy %other, %s : memref<8xi32> to memref<8xi32, strided<[1], offset: 4>>
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %out[%j] : memref<16xi32>
  }
  memref.dealloc %mid : memref<16xi32>
  return
}

func.func @copy_out_between(%in: memref<16xi32>, %other: memref<8xi32>, %out: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %out[%i] : memref<16xi32>
  }
  %s = memref.subview %out[4] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 4>>
  memref.copy %s, %other : memref<8xi32, strided<[1], offset: 4>> to memref<8xi32>
  affine.for %j = 0 to 16 {
    %c = affine.load %out[%j] : memref<16xi32>
    %d = arith.addi %c, %c : i32
    affine.store %d, %out[%j] : memref<16xi32>
  }
  return
}

func.func @sibling_call(%in: memref<16xi32>, %a: memref<16xi32>, %b: memref<16xi32>) {
  affine.for %i = 0 to 15 {
    %v = affine.load %in[%i] : memref<16xi32>
    affine.store %v, %a[%i + 1] : memref<16xi32>
    func.call @bump(%b) : (memref<16xi32>) -> ()
  }
  affine.for %i = 0 to 15 {
    %v = affine.load %in[%i] : memref<16xi32>
    %w = affine.load %b[%i] : memref<16xi32>
    %x = arith.addi %v, %w : i32
    affine.store %x, %b[%i] : memref<16xi32>
  }
  return
}

func.func @memref_store_producer(%in: memref<16xi32>, %mid: memref<16xi32>, %out: memref<16xi32>, %at: index, %x: i32) {
  %f = arith.constant 15 : index
  %k = arith.andi %at, %f : index
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
    memref.store %x, %mid[%k] : memref<16xi32>
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %out[%j] : memref<16xi32>
  }
  return
}

func.func @memref_load_consumer(%in: memref<16xi32>, %mid: memref<16xi32>, %out: memref<16xi32>, %at: index, %x: i32) {
  %f = arith.constant 15 : index
  %k = arith.andi %at, %f : index
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    %d = memref.load %mid[%k] : memref<16xi32>
    %e = arith.addi %c, %d : i32
    affine.store %e, %out[%j] : memref<16xi32>
  }
  return
}

func.func @memref_load_in_producer(%a: memref<16xi32>, %mid: memref<16xi32>, %at: index) {
  %f = arith.constant 15 : index
  %k = arith.andi %at, %f : index
  affine.for %i = 0 to 16 {
    %v = memref.load %a[%k] : memref<16xi32>
    affine.store %v, %mid[%i] : memref<16xi32>
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    %d = arith.addi %c, %c : i32
    affine.store %d, %a[%j] : memref<16xi32>
  }
  return
}

func.func @copy_in_consumer(%in: memref<16xi32>, %mid: memref<16xi32>, %out: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %in[%i] : memref<16xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %mid[%i] : memref<16xi32>
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %out[%j] : memref<16xi32>
    memref.copy %out, %in : memref<16xi32> to memref<16xi32>
  }
  return
}

// What is called may access an argument of its caller by another name.
func.func private @past_call(%in: memref<16xi32>, %out: memref<16xi32>) {
  %mid = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    %v = affine.load %in[%i] : memref<16xi32>
    affine.store %v, %mid[%i] : memref<16xi32>
  }
  func.call @bump_global() : () -> ()
  affine.for %i = 0 to 16 {
    %v = affine.load %mid[%i] : memref<16xi32>
    affine.store %v, %out[%i] : memref<16xi32>
  }
  memref.dealloc %mid : memref<16xi32>
  return
}
func.func @argument_is_global(%out: memref<16xi32>) {
  %g = memref.get_global @g : memref<16xi32>
  func.call @past_call(%g, %out) : (memref<16xi32>, memref<16xi32>) -> ()
  return
}

func.func @freed_between(%x: i32, %out: memref<16xi32>) {
  %in = memref.alloc() : memref<16xi32>
  %mid = memref.alloc() : memref<16xi32>
  %alias = memref.cast %in : memref<16xi32> to memref<?xi32>
  affine.for %i = 0 to 16 {
    affine.store %x, %in[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %v = affine.load %in[-%i + 15] : memref<16xi32>
    affine.store %v, %mid[%i] : memref<16xi32>
  }
  memref.dealloc %alias : memref<?xi32>
  affine.for %i = 0 to 16 {
    %v = affine.load %mid[%i] : memref<16xi32>
    affine.store %v, %out[%i] : memref<16xi32>
  }
  memref.dealloc %mid : memref<16xi32>
  return
}
