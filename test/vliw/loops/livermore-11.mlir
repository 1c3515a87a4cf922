// Livermore kernel 11, partial sums: x[k] = x[k-1] + y[k], the last sum in a register.
func.func @f(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f64) {
    %yk = memref.load %y[%k] : memref<?xf64>
    %s = arith.addf %before, %yk : f64
    memref.store %s, %x[%k] : memref<?xf64>
    scf.yield %s : f64
  } {vliw.no_alias}
  return %sum : f64
}
