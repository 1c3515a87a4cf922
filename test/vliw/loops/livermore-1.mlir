// Livermore kernel 1, a fragment of hydrodynamics: x[k] = q + y[k] (r z[k+5] + t z[k+6]).
func.func @f(%n: index, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>, %q: f64, %r: f64, %t: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %k = %c0 to %n step %c1 {
    %k5 = arith.addi %k, %c5 : index
    %k6 = arith.addi %k, %c6 : index
    %z5 = memref.load %z[%k5] : memref<?xf64>
    %z6 = memref.load %z[%k6] : memref<?xf64>
    %yk = memref.load %y[%k] : memref<?xf64>
    %rz = arith.mulf %r, %z5 : f64
    %tz = arith.mulf %t, %z6 : f64
    %s = arith.addf %rz, %tz : f64
    %p = arith.mulf %yk, %s : f64
    %v = arith.addf %q, %p : f64
    memref.store %v, %x[%k] : memref<?xf64>
  } {vliw.no_alias}
  return
}
