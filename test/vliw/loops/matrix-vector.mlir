// One row of a matrix times a vector, for every row: the inner loop is pipelined.
func.func @f(%n: index, %a: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %aij = memref.load %a[%i, %j] : memref<?x?xf32>
      %xj = memref.load %x[%j] : memref<?xf32>
      %p = arith.mulf %aij, %xj : f32
      %next = arith.addf %acc, %p : f32
      scf.yield %next : f32
    }
    memref.store %sum, %y[%i] : memref<?xf32>
  }
  return
}
