// Each iteration reads what the one before wrote, in the same buffer.
func.func @f(%n: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %v = memref.load %x[%i] : memref<?xi32>
    %w = arith.addi %v, %three : i32
    memref.store %w, %x[%i1] : memref<?xi32>
  }
  return
}
