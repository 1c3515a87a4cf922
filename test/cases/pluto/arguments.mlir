// RUN: rmlir-opt %s --print-affine-schedule
// RUN: rmlir-opt %s --print-affine-schedule=noalias-arguments=false
// Arguments are different memory only if that is taken for granted.

func.func @copy(%a: memref<64xf64>, %b: memref<64xf64>) {
  affine.for %i = 0 to 63 {
    %0 = affine.load %a[%i + 1] : memref<64xf64>
    affine.store %0, %b[%i] : memref<64xf64>
  }
  return
}
