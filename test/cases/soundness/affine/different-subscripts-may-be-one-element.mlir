// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-parallelize))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-detect-parallel{convert}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-tile{tile-size=2}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion{mode=producer maximal}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-scalrep))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-pluto{tile cost=false tile-sizes=2}))" --verify-semantics=50

// Subscripts tell elements apart only if the layout is injective: strides may overlap, be 0 or not be known.
func.func @par_zero_stride(%a: memref<8xi32>, %b: memref<8xi32>) {
  %s = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [0] : memref<8xi32> to memref<8xi32, strided<[0]>>
  affine.for %i = 0 to 8 {
    %v = affine.load %b[%i] : memref<8xi32>
    affine.store %v, %s[%i] : memref<8xi32, strided<[0]>>
  }
  return
}

func.func @par_overlap(%a: memref<16xi32>) {
  %s = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [1, 1] : memref<16xi32> to memref<4x4xi32, strided<[1, 1]>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %s[%i, %j] : memref<4x4xi32, strided<[1, 1]>>
      %w = arith.addi %v, %v : i32
      affine.store %w, %s[%i, %j] : memref<4x4xi32, strided<[1, 1]>>
    }
  }
  return
}

func.func @par_dynamic_stride(%a: memref<32xi32>, %st: index) {
  %c1 = arith.constant 1 : index
  %t = arith.andi %st, %c1 : index
  %s = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [%t, 1] : memref<32xi32> to memref<4x4xi32, strided<[?, 1]>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %s[%i, %j] : memref<4x4xi32, strided<[?, 1]>>
      %w = arith.addi %v, %v : i32
      affine.store %w, %s[%i, %j] : memref<4x4xi32, strided<[?, 1]>>
    }
  }
  return
}

func.func @scalrep_layout(%a: memref<8xi32>, %x: i32, %y: i32) -> i32 {
  %s = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [0] : memref<8xi32> to memref<8xi32, strided<[0]>>
  affine.store %x, %s[0] : memref<8xi32, strided<[0]>>
  affine.store %y, %s[1] : memref<8xi32, strided<[0]>>
  %r = affine.load %s[0] : memref<8xi32, strided<[0]>>
  return %r : i32
}

func.func @dead_store_layout(%x: i32, %y: i32) -> i32 {
  %a = memref.alloc() : memref<8xi32>
  %s = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [0] : memref<8xi32> to memref<8xi32, strided<[0]>>
  affine.store %x, %s[0] : memref<8xi32, strided<[0]>>
  %r = affine.load %s[1] : memref<8xi32, strided<[0]>>
  affine.store %y, %s[0] : memref<8xi32, strided<[0]>>
  memref.dealloc %a : memref<8xi32>
  return %r : i32
}

func.func @zero_stride(%in: memref<16xi32>, %m: memref<16xi32>, %out: memref<16xi32>) {
  %mid = memref.reinterpret_cast %m to offset: [0], sizes: [16], strides: [0] : memref<16xi32> to memref<16xi32, strided<[0]>>
  affine.for %i = 0 to 16 {
    %a = affine.load %in[%i] : memref<16xi32>
    affine.store %a, %mid[%i] : memref<16xi32, strided<[0]>>
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %mid[%j] : memref<16xi32, strided<[0]>>
    affine.store %c, %out[%j] : memref<16xi32>
  }
  return
}


func.func @short_rows(%a: memref<32xi32>) {
  %s = memref.reinterpret_cast %a to offset: [0], sizes: [5, 5], strides: [4, 1] : memref<32xi32> to memref<5x5xi32, strided<[4, 1]>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %v = affine.load %s[%i + 1, %j] : memref<5x5xi32, strided<[4, 1]>>
      affine.store %v, %s[%i, -%j + 4] : memref<5x5xi32, strided<[4, 1]>>
    }
  }
  return
}


func.func @dynamic_rows(%a: memref<32xi32>, %st: index) {
  %c3 = arith.constant 3 : index
  %t = arith.andi %st, %c3 : index
  %s = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [%t] : memref<32xi32> to memref<8xi32, strided<[?]>>
  affine.for %i = 0 to 7 {
    %v = affine.load %s[%i + 1] : memref<8xi32, strided<[?]>>
    %w = arith.addi %v, %v : i32
    affine.store %w, %s[0] : memref<8xi32, strided<[?]>>
  }
  return
}


// These strides nest.
func.func @long_rows(%a: memref<32xi32>) {
  %s = memref.reinterpret_cast %a to offset: [0], sizes: [4, 5], strides: [6, 1] : memref<32xi32> to memref<4x5xi32, strided<[6, 1]>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %v = affine.load %s[%i, %j] : memref<4x5xi32, strided<[6, 1]>>
      %w = arith.addi %v, %v : i32
      affine.store %w, %s[%i, %j] : memref<4x5xi32, strided<[6, 1]>>
    }
  }
  return
}
