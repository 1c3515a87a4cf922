// RUN: rmlir-opt %s --canonicalize
// Each of the two bounds is below the other, as there is no %i: upstream drops both.

func.func @never(%m: memref<8xindex>, %x: index) {
  affine.for %i = 2 to 1 {
    affine.for %j = max affine_map<(d0) -> (0, d0 - 1)>(%i) to 4 {
      affine.store %x, %m[%i] : memref<8xindex>
    }
  }
  return
}
