// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{cost=false}))' --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile parallel tile-sizes=3}))' --verify-semantics --remarks-filter-missed=pluto
// Input that real programs do not have: huge numbers, divisions everywhere, loops that never run, functions without loops.

func.func @huge(%a: memref<?xi32>, %x: i32) {
  affine.for %i = 0 to 9223372036854775807 {
    affine.for %j = affine_map<(d0) -> (d0 * 9223372036854775807)>(%i) to affine_map<(d0) -> (d0 * 4611686018427387905 + 1)>(%i) {
      affine.if affine_set<(d0, d1) : (d0 * 9223372036854775807 - d1 - 9223372036854775807 >= 0)>(%i, %j) {
        affine.store %x, %a[%i * 9223372036854775807 - %j] : memref<?xi32>
      }
    }
  }
  return
}

func.func @least(%a: memref<8xi32>, %x: i32) {
  affine.for %i = -9223372036854775807 to -9223372036854775807 {
    affine.store %x, %a[0] : memref<8xi32>
  }
  affine.for %i = -9223372036854775807 to -9223372036854775800 {
    affine.store %x, %a[%i mod 8] : memref<8xi32>
  }
  return
}

func.func @divisions(%a: memref<16x16xi32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = affine_map<(d0) -> (d0 floordiv 3)>(%i) to min affine_map<(d0) -> (d0 ceildiv 2 + 4, 15)>(%i) step 1 {
      affine.if affine_set<(d0, d1) : ((d0 + d1) mod 3 - 1 == 0, d0 floordiv 2 - d1 + 3 >= 0)>(%i, %j) {
        %0 = affine.load %a[%j floordiv 2 + 1, (%i + %j) mod 5] : memref<16x16xi32>
        %1 = arith.addi %0, %0 : i32
        affine.store %1, %a[%i mod 7, %j ceildiv 3] : memref<16x16xi32>
      } else {
        %0 = affine.load %a[%i, %j] : memref<16x16xi32>
        affine.store %0, %a[%j, %i] : memref<16x16xi32>
      }
    }
  }
  return
}

func.func @never(%a: memref<8xi32>, %x: i32) {
  affine.for %i = 5 to 2 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %x, %a[%j] : memref<8xi32>
    }
  }
  affine.for %i = 0 to 8 step 3 {
    affine.if affine_set<(d0) : (d0 - 1 == 0)>(%i) {
      affine.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

func.func @no_elements(%a: memref<0x4xi32>, %n: index, %b: memref<?x?xi32>, %x: i32) {
  affine.for %i = 0 to 0 {
    affine.store %x, %a[%i, 0] : memref<0x4xi32>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0, d1) : (d0 + d1 >= 0, -1 >= 0)>(%i, %j) {
        affine.store %x, %b[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

func.func @size(%a: memref<?xi32>, %x: i32) {
  %zero = arith.constant 0 : index
  %n = memref.dim %a, %zero : memref<?xi32>
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i] : memref<?xi32>
  }
  return
}

// These are left as they are.
func.func @in_scf(%a: memref<8xi32>, %c: i1, %x: i32) {
  scf.if %c {
    affine.for %i = 0 to 8 {
      affine.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

func.func @products(%a: memref<64xi32>, %n: index, %x: i32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i * symbol(%n)] : memref<64xi32>
  }
  return
}

func.func @no_loops(%x: i32) -> i32 {
  return %x : i32
}

func.func private @declared(%x: i32)

// There is nothing to put in order.
func.func @no_statements(%n: index) {
  affine.for %i = 0 to %n {
  }
  return
}
