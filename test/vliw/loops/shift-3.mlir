// Each iteration reads what the third one before it wrote, and what the fourth after it will write.
func.func @f(%n: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %n step %c1 {
    %i3 = arith.addi %i, %c3 : index
    %i7 = arith.addi %i, %c7 : index
    %v = memref.load %x[%i] : memref<?xi32>
    %w = memref.load %x[%i7] : memref<?xi32>
    %s = arith.addi %v, %w : i32
    memref.store %s, %x[%i3] : memref<?xi32>
  }
  return
}
