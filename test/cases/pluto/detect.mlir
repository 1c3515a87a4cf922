// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-detect-parallel))' --remarks-filter-missed=parallel
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-detect-parallel{noalias-arguments=false}))' --remarks-filter-missed=parallel
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-detect-parallel{convert}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-detect-parallel{convert max-nested=1 parallel-reductions}))'
// Loops that carry nothing are marked, or become parallel; those that carry sums are marked with their kinds.

func.func @copy(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %0, %b[%j, %i] : memref<8x8xf32>
    }
  }
  return
}

// The innermost loop adds up to an element.
func.func @product(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        %0 = affine.load %a[%i, %k] : memref<4x4xf32>
        %1 = affine.load %b[%k, %j] : memref<4x4xf32>
        %2 = affine.load %c[%i, %j] : memref<4x4xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}

// A sum in a variable, and one that is read on the way.
func.func @sums(%a: memref<16xi32>, %s: memref<2xi32>) {
  %zero = arith.constant 0 : i32
  %0 = affine.for %i = 0 to 16 iter_args(%x = %zero) -> (i32) {
    %1 = affine.load %a[%i] : memref<16xi32>
    %2 = arith.addi %x, %1 : i32
    affine.yield %2 : i32
  }
  affine.store %0, %s[0] : memref<2xi32>
  affine.for %i = 0 to 16 {
    %1 = affine.load %s[1] : memref<2xi32>
    %2 = affine.load %a[%i] : memref<16xi32>
    %3 = arith.addi %1, %2 : i32
    affine.store %3, %s[1] : memref<2xi32>
    affine.store %3, %a[%i] : memref<16xi32>
  }
  %4 = affine.for %i = 0 to 16 iter_args(%x = %zero) -> (i32) {
    %1 = affine.load %a[%i] : memref<16xi32>
    affine.yield %1 : i32
  }
  affine.store %4, %s[0] : memref<2xi32>
  return
}

// Only the middle loop carries nothing.
func.func @sweep(%a: memref<8x8xf32>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 8 {
      affine.for %j = 1 to 8 {
        %0 = affine.load %a[%i, %j - 1] : memref<8x8xf32>
        affine.store %0, %a[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}

// Calls may do anything; what is allocated in a turn is the turn's own.
func.func private @other()
func.func @calls(%a: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %a[%j] : memref<8xf32>
    }
    func.call @other() : () -> ()
  }
  affine.for %i = 0 to 8 {
    %m = memref.alloc() : memref<4xf32>
    affine.for %j = 0 to 4 {
      affine.store %zero, %m[%j] : memref<4xf32>
    }
    %0 = affine.load %m[3] : memref<4xf32>
    affine.store %0, %a[%i] : memref<8xf32>
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// The same memory in two ways; affine-parallelize takes the loop for parallel, as upstream's pass does.
func.func @views(%a: memref<16xf32>) {
  %view = memref.cast %a : memref<16xf32> to memref<?xf32>
  affine.for %i = 0 to 15 {
    %0 = affine.load %view[%i] : memref<?xf32>
    affine.store %0, %a[%i + 1] : memref<16xf32>
  }
  return
}

// A loop that does not get on.
func.func @stays(%mem : memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 step 0 {
    affine.store %x, %mem[%i] : memref<8xf32>
  }
  return
}
