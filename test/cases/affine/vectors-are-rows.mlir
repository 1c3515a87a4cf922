// RUN: rmlir-opt %s --affine-super-vectorize=virtual-vector-size=4

// Vectors hold elements in a row, and those that are written end where the loop or the memref does (22 does not ask).
func.func @in_rows(%a: memref<16xf32>, %b: memref<48xf32>, %c: memref<10xf32>, %v: f32) {
  affine.for %i = 0 to 3 {
    affine.store %v, %a[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %v, %a[%i * 2] : memref<16xf32>
  }
  affine.for %i = 0 to 3 step 2 {
    affine.store %v, %a[(%i + 5) mod 16] : memref<16xf32>
  }
  affine.for %i = 0 to 48 {
    %0 = affine.load %a[%i mod 16] : memref<16xf32>
    affine.store %0, %b[%i] : memref<48xf32>
  }
  affine.for %i = 2 to 10 {
    %0 = affine.load %a[%i mod 16] : memref<16xf32>
    affine.store %0, %c[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    affine.store %v, %c[%i] : memref<10xf32>
  }
  return
}

// A constant in the loop that says where to store stays a number.
func.func @constant_subscript(%a: memref<1x8xi32>) {
  affine.for %i = 0 to 8 {
    %c0_i32 = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    affine.store %c0_i32, %a[%c0, %i] : memref<1x8xi32>
  }
  return
}
