// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-tile{tile-size=2}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))" --verify-semantics=50

// Iterations change places only if all dependences are known: calls, accesses that are not affine, and subscripts that are
// products of symbols say nothing. (22 takes these for no dependences.)
func.func private @touch(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 5 : i32
  %x = memref.load %m[%c0] : memref<8xi32>
  %y = arith.addi %x, %k : i32
  memref.store %y, %m[%c0] : memref<8xi32>
  return
}


func.func @call(%a: memref<8xi32>, %o: memref<6x6xi32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      func.call @touch(%a) : (memref<8xi32>) -> ()
      %v = affine.load %a[0] : memref<8xi32>
      affine.store %v, %o[%i, %j] : memref<6x6xi32>
    }
  }
  return
}


func.func @memref_store(%a: memref<36xi32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 5 {
      %v = affine.load %a[%i * 6 + %j] : memref<36xi32>
      %p = affine.apply affine_map<(d0, d1) -> (d0 * 6 + d1 + 5)>(%i, %j)
      memref.store %v, %a[%p] : memref<36xi32>
    }
  }
  return
}


func.func @memref_load(%a: memref<36xi32>) {
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 5 {
      %p = affine.apply affine_map<(d0, d1) -> (d0 * 6 + d1 - 5)>(%i, %j)
      %v = memref.load %a[%p] : memref<36xi32>
      affine.store %v, %a[%i * 6 + %j] : memref<36xi32>
    }
  }
  return
}


func.func @product(%a: memref<?x9x9xi32>, %p: index, %q: index) {
  affine.for %i = 1 to 8 {
    affine.for %j = 1 to 8 {
      %z = affine.apply affine_map<()[s0, s1] -> (s0 * s1)>()[%p, %q]
      %l = affine.load %a[%z, %i - 1, %j + 1] : memref<?x9x9xi32>
      affine.store %l, %a[%z, %i, %j] : memref<?x9x9xi32>
    }
  }
  return
}


func.func @modulo(%a: memref<64xi32>, %n: index) {
  affine.for %i = 1 to 6 {
    affine.for %j = 1 to 6 {
      %l = affine.load %a[(%i * 7 + %j - 6) mod symbol(%n)] : memref<64xi32>
      affine.store %l, %a[(%i * 7 + %j) mod symbol(%n)] : memref<64xi32>
    }
  }
  return
}


func.func @bound(%a: memref<9x9xi32>, %p: index, %q: index) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to min affine_map<()[s0, s1] -> (s0 * s1, 8)>()[%p, %q] {
      %l = affine.load %a[%i - 1, %j + 1] : memref<9x9xi32>
      affine.store %l, %a[%i, %j] : memref<9x9xi32>
    }
  }
  return
}


// What comes first in an iteration does not run before the loop of the iteration before.
func.func @to_an_earlier_group(%a: memref<8xi32>, %o: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 6 {
    affine.store %x, %a[%i] : memref<8xi32>
    affine.for %j = 0 to 2 {
      %v = affine.load %a[%i + 1] : memref<8xi32>
      affine.store %v, %o[%i] : memref<8xi32>
    }
  }
  return
}


func.func @from_a_later_group(%a: memref<8xi32>, %o: memref<8x2xi32>) {
  affine.for %i = 1 to 7 {
    affine.for %j = 0 to 2 {
      %v = affine.load %a[%i - 1] : memref<8xi32>
      affine.store %v, %o[%i, %j] : memref<8x2xi32>
    }
    %w = affine.load %o[%i, 1] : memref<8x2xi32>
    %y = arith.addi %w, %w : i32
    affine.store %y, %a[%i] : memref<8xi32>
  }
  return
}


func.func @to_a_later_group(%a: memref<8xi32>, %o: memref<8x2xi32>, %x: i32) {
  affine.for %i = 1 to 7 {
    affine.store %x, %a[%i] : memref<8xi32>
    affine.for %j = 0 to 2 {
      %v = affine.load %a[%i - 1] : memref<8xi32>
      affine.store %v, %o[%i, %j] : memref<8x2xi32>
    }
  }
  return
}
