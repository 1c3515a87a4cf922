// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile parallel cost=false tile-sizes=8}))' --remarks-filter=pluto -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-detect-parallel))' --remarks-filter=parallel -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-detect-parallel{convert}))' --remarks-filter-passed=parallel -o /dev/null

func.func @product(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %0 = affine.load %a[%i, %k] : memref<64x64xf32>
        %1 = affine.load %b[%k, %j] : memref<64x64xf32>
        %2 = affine.load %c[%i, %j] : memref<64x64xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// What keeps an operation from being part of a statement is said of it: its effects, or its speculatability.
func.func @quotient(%m: memref<64xi32>, %a: i32, %b: i32) {
  affine.for %i = 0 to 64 {
    %0 = arith.divui %a, %b : i32
    affine.store %0, %m[%i] : memref<64xi32>
  }
  return
}

func.func @remainder(%m: memref<64xi32>, %a: i32, %b: i32) {
  affine.for %i = 0 to 64 {
    %0 = arith.remsi %a, %b : i32
    affine.store %0, %m[%i] : memref<64xi32>
  }
  return
}

func.func @load(%m: memref<64xi32>, %n: memref<64xi32>, %j: index) {
  affine.for %i = 0 to 64 {
    %0 = memref.load %n[%j] : memref<64xi32>
    affine.store %0, %m[%i] : memref<64xi32>
  }
  return
}

func.func @store(%m: memref<64xi32>, %v: i32, %j: index) {
  affine.for %i = 0 to 64 {
    memref.store %v, %m[%j] : memref<64xi32>
  }
  return
}

func.func @call() {
  affine.for %i = 0 to 64 {
    func.call @unknown() : () -> ()
  }
  return
}
func.func private @unknown()

func.func @allocation() {
  affine.for %i = 0 to 64 {
    %0 = memref.alloc() : memref<4xf32>
  }
  return
}
