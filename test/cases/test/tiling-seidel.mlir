// RUN: rmlir-opt %s --affine-loop-tile=tile-size=32 --remarks-filter-missed=affine

// A stencil in place reads what the next row writes: a dependence that goes
// forward in the second loop and backward in the third. Boxes would reverse it.

func.func @seidel(%a: memref<64x64xf64>, %nine: f64) {
  affine.for %t = 0 to 20 {
    affine.for %i = 1 to 63 {
      affine.for %j = 1 to 63 {
        %0 = affine.load %a[%i - 1, %j + 1] : memref<64x64xf64>
        %1 = affine.load %a[%i, %j] : memref<64x64xf64>
        %2 = affine.load %a[%i + 1, %j - 1] : memref<64x64xf64>
        %3 = arith.addf %0, %1 : f64
        %4 = arith.addf %3, %2 : f64
        %5 = arith.divf %4, %nine : f64
        affine.store %5, %a[%i, %j] : memref<64x64xf64>
      }
    }
  }
  return
}
