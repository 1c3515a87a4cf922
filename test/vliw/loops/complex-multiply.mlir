// z = x y on complex numbers, whose parts follow each other.
func.func @f(%n: index, %x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %xr = memref.load %x[%i, %c0] : memref<?x?xf32>
    %xi = memref.load %x[%i, %c1] : memref<?x?xf32>
    %yr = memref.load %y[%i, %c0] : memref<?x?xf32>
    %yi = memref.load %y[%i, %c1] : memref<?x?xf32>
    %rr = arith.mulf %xr, %yr : f32
    %ii = arith.mulf %xi, %yi : f32
    %ri = arith.mulf %xr, %yi : f32
    %ir = arith.mulf %xi, %yr : f32
    %re = arith.subf %rr, %ii : f32
    %im = arith.addf %ri, %ir : f32
    memref.store %re, %z[%i, %c0] : memref<?x?xf32>
    memref.store %im, %z[%i, %c1] : memref<?x?xf32>
  } {vliw.no_alias}
  return
}
