// Livermore kernel 5, elimination in a tridiagonal system: x[i] = z[i] (y[i] - x[i-1]), a recurrence through memory.
func.func @f(%n: index, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.addi %n, %c1 : index
  scf.for %i = %c1 to %last step %c1 {
    %before = arith.subi %i, %c1 : index
    %zi = memref.load %z[%i] : memref<?xf64>
    %yi = memref.load %y[%i] : memref<?xf64>
    %xb = memref.load %x[%before] : memref<?xf64>
    %d = arith.subf %yi, %xb : f64
    %v = arith.mulf %zi, %d : f64
    memref.store %v, %x[%i] : memref<?xf64>
  } {vliw.no_alias}
  return
}
