// Livermore kernel 7, the equation of state.
func.func @f(%n: index, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>, %u: memref<?xf64>, %r: f64, %t: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %k = %c0 to %n step %c1 {
    %k1 = arith.addi %k, %c1 : index
    %k2 = arith.addi %k, %c2 : index
    %k3 = arith.addi %k, %c3 : index
    %k4 = arith.addi %k, %c4 : index
    %k5 = arith.addi %k, %c5 : index
    %k6 = arith.addi %k, %c6 : index
    %u0 = memref.load %u[%k] : memref<?xf64>
    %u1 = memref.load %u[%k1] : memref<?xf64>
    %u2 = memref.load %u[%k2] : memref<?xf64>
    %u3 = memref.load %u[%k3] : memref<?xf64>
    %u4 = memref.load %u[%k4] : memref<?xf64>
    %u5 = memref.load %u[%k5] : memref<?xf64>
    %u6 = memref.load %u[%k6] : memref<?xf64>
    %yk = memref.load %y[%k] : memref<?xf64>
    %zk = memref.load %z[%k] : memref<?xf64>
    %ry = arith.mulf %r, %yk : f64
    %zr = arith.addf %zk, %ry : f64
    %rzr = arith.mulf %r, %zr : f64
    %a = arith.addf %u0, %rzr : f64
    %ru1 = arith.mulf %r, %u1 : f64
    %u2r = arith.addf %u2, %ru1 : f64
    %ru2r = arith.mulf %r, %u2r : f64
    %b = arith.addf %u3, %ru2r : f64
    %ru5 = arith.mulf %r, %u5 : f64
    %u4r = arith.addf %u4, %ru5 : f64
    %ru4r = arith.mulf %r, %u4r : f64
    %c = arith.addf %u6, %ru4r : f64
    %tc = arith.mulf %t, %c : f64
    %bc = arith.addf %b, %tc : f64
    %tbc = arith.mulf %t, %bc : f64
    %v = arith.addf %a, %tbc : f64
    memref.store %v, %x[%k] : memref<?xf64>
  } {vliw.no_alias}
  return
}
