// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-parallelize))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-detect-parallel{convert}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-tile{tile-size=3}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-pluto{tile cost=false tile-sizes=4}))" --verify-semantics=50

// Accesses through a view and to what it is a view of, or to two views of one memory, may be to the same element.
memref.global "private" @g : memref<8xi32> = dense<3>

func.func @par_subview(%a: memref<16xi32>) {
  %s = memref.subview %a[1] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 1>>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<16xi32>
    affine.store %v, %s[%i] : memref<8xi32, strided<[1], offset: 1>>
  }
  return
}

func.func @par_cast(%a: memref<16xi32>) {
  %s = memref.cast %a : memref<16xi32> to memref<?xi32>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<16xi32>
    affine.store %v, %s[%i + 1] : memref<?xi32>
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

func.func @par_reinterpret(%a: memref<16xi32>) {
  %s = memref.reinterpret_cast %a to offset: [1], sizes: [8], strides: [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 1>>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<16xi32>
    affine.store %v, %s[%i] : memref<8xi32, strided<[1], offset: 1>>
  }
  return
}

func.func @par_collapse(%a: memref<4x4xi32>) {
  %s = memref.collapse_shape %a [[0, 1]] : memref<4x4xi32> into memref<16xi32>
  affine.for %i = 0 to 3 {
    %v = affine.load %a[%i, 0] : memref<4x4xi32>
    affine.store %v, %s[%i + 1] : memref<16xi32>
  }
  return
}

func.func @tile_alias(%a: memref<36xi32>) {
  %s = memref.cast %a : memref<36xi32> to memref<?xi32>
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 5 {
      %v = affine.load %s[%i * 6 + %j] : memref<?xi32>
      affine.store %v, %a[%i * 6 + %j + 5] : memref<36xi32>
    }
  }
  return
}

func.func @jam_alias(%a: memref<36xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %s = memref.cast %a : memref<36xi32> to memref<?xi32>
      %v = affine.load %s[%i * 6 + %j] : memref<?xi32>
      affine.store %v, %a[%i * 6 + %j + 5] : memref<36xi32>
    }
  }
  return
}

func.func @copy_view(%a: memref<64xi32>, %x: i32) {
  %s = memref.subview %a[1] [32] [1] : memref<64xi32> to memref<32xi32, strided<[1], offset: 1>>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %v = affine.load %a[%i + %j] : memref<64xi32>
      %w = arith.addi %v, %x : i32
      affine.store %w, %s[%i + %j] : memref<32xi32, strided<[1], offset: 1>>
    }
  }
  return
}


func.func @in_each_iteration(%a: memref<16xi32>) {
  affine.for %i = 0 to 6 {
    %s = memref.subview %a[%i] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: ?>>
    affine.for %j = 0 to 3 {
      %v = affine.load %s[%j + 4] : memref<8xi32, strided<[1], offset: ?>>
      affine.store %v, %s[%j] : memref<8xi32, strided<[1], offset: ?>>
    }
  }
  return
}


func.func @selected_in_each_iteration(%a: memref<16xi32>, %b: memref<16xi32>) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %c = arith.cmpi slt, %i, %c3 : index
      %s = arith.select %c, %a, %b : memref<16xi32>
      %v = affine.load %s[%i + %j] : memref<16xi32>
      affine.store %v, %a[%i * 2 + 1] : memref<16xi32>
    }
  }
  return
}


// Different arguments are taken to be different memory, and so are allocations.
func.func @apart(%a: memref<16xi32>, %b: memref<16xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %m = memref.alloca() : memref<4xi32>
      %v = affine.load %a[%i + %j] : memref<16xi32>
      affine.store %v, %m[0] : memref<4xi32>
      %w = affine.load %m[0] : memref<4xi32>
      affine.store %w, %b[%i] : memref<16xi32>
    }
  }
  return
}
