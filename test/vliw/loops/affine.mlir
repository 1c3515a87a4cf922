// A loop of the affine dialect: neighbors added, and stored where was read two iterations before.
func.func @f(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
  affine.for %i = 0 to affine_map<(d0) -> (d0)>(%n) {
    %a = affine.load %x[%i] : memref<?xf32>
    %b = affine.load %x[%i + 1] : memref<?xf32>
    %c = affine.load %y[%i + 2] : memref<?xf32>
    %s = arith.addf %a, %b : f32
    %t = arith.mulf %s, %c : f32
    affine.store %t, %y[%i] : memref<?xf32>
  }
  return
}
