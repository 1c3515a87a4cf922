// If the tiles of all loops but the innermost one are of one iteration, iterations keep their order: no dependence hinders.
// RUN: rmlir-opt %s --affine-loop-tile=tile-size=1 --verify-semantics=50
// RUN: rmlir-opt %s --affine-loop-tile=tile-sizes=1,4 --verify-semantics=50
// RUN: rmlir-opt %s --affine-loop-tile=tile-sizes=4,1 --verify-semantics=50

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
func.func @not_affine(%a: memref<36xi32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 5 {
      %v = affine.load %a[%i * 6 + %j] : memref<36xi32>
      %p = affine.apply affine_map<(d0, d1) -> (d0 * 6 + d1 + 5)>(%i, %j)
      memref.store %v, %a[%p] : memref<36xi32>
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
func.func @backward(%a: memref<9x9xi32>) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 7 {
      %l = affine.load %a[%i - 1, %j + 1] : memref<9x9xi32>
      affine.store %l, %a[%i, %j] : memref<9x9xi32>
    }
  }
  return
}
func.func @three(%a: memref<8xi32>, %o: memref<4x4x4xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        func.call @touch(%a) : (memref<8xi32>) -> ()
        %v = affine.load %a[0] : memref<8xi32>
        affine.store %v, %o[%i, %j, %k] : memref<4x4x4xi32>
      }
    }
  }
  return
}
