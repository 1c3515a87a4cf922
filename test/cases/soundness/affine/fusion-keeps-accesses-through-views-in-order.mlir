// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion{mode=producer}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion{mode=producer maximal}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion{mode=sibling maximal}))" --verify-semantics=50

// Nests that access the same memory through different values depend on each other.
func.func @store_loop_between(%in: memref<16xi32>, %mid: memref<16xi32>, %out: memref<16xi32>, %x: i32) {
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
  }
  %al = memref.cast %mid : memref<16xi32> to memref<?xi32>
  affine.for %i = 0 to 8 {
    affine.store %x, %al[%i * 2] : memref<?xi32>
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %out[%j] : memref<16xi32>
  }
  return
}

func.func @view_consumer(%in: memref<16xi32>, %mid: memref<16xi32>, %out: memref<16xi32>) {
  %al = memref.cast %mid : memref<16xi32> to memref<?xi32>
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32>
    %d = affine.load %al[-%j + 15] : memref<?xi32>
    %e = arith.addi %c, %d : i32
    affine.store %e, %out[%j] : memref<16xi32>
  }
  return
}

func.func @view_producer(%in: memref<16xi32>, %mid: memref<16xi32>, %out: memref<16xi32>) {
  %al = memref.cast %in : memref<16xi32> to memref<?xi32>
  affine.for %i = 0 to 15 {
    %a = affine.load %in[%i + 1] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32>
  }
  affine.for %j = 0 to 15 {
    %c = affine.load %mid[%j] : memref<16xi32>
    affine.store %c, %al[%j] : memref<?xi32>
  }
  return
}

func.func @sibling_alias(%in: memref<16xi32>, %a: memref<16xi32>) {
  %al = memref.cast %a : memref<16xi32> to memref<?xi32>
  affine.for %i = 0 to 15 {
    %v = affine.load %in[%i] : memref<16xi32>
    affine.store %v, %a[%i + 1] : memref<16xi32>
  }
  affine.for %i = 0 to 15 {
    %v = affine.load %in[%i] : memref<16xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %al[%i] : memref<?xi32>
  }
  return
}

func.func @dynamic_trip(%in: memref<64xi32>, %mid: memref<64xi32>, %out: memref<64xi32>, %n: index) {
  %f = arith.constant 15 : index
  %c5 = arith.constant 5 : index
  %k0 = arith.andi %n, %f : index
  %k = arith.subi %k0, %c5 : index
  affine.for %i = 0 to %k {
    %a = affine.load %in[%i] : memref<64xi32>
    affine.store %a, %mid[%i] : memref<64xi32>
  }
  affine.for %j = 0 to %k {
    %c = affine.load %mid[%j] : memref<64xi32>
    affine.store %c, %out[%j] : memref<64xi32>
  }
  return
}

memref.global "private" @g : memref<16xi32> = dense<3>


func.func @two_globals(%in: memref<16xi32>, %out: memref<16xi32>, %x: i32) {
  %a = memref.get_global @g : memref<16xi32>
  %b = memref.get_global @g : memref<16xi32>
  affine.for %i = 0 to 16 {
    %v = affine.load %in[%i] : memref<16xi32>
    affine.store %v, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.store %x, %b[-%i + 15] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %v = affine.load %a[%i] : memref<16xi32>
    affine.store %v, %out[%i] : memref<16xi32>
  }
  return
}
