// A buffer is walked from its end: each iteration reads what one DISTANCE before it wrote.
func.func @f(%n: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = arith.constant DISTANCE : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.subi %n, %i : index
    %far = arith.addi %at, %d : index
    %v = memref.load %x[%far] : memref<?xi32>
    %w = memref.load %x[%at] : memref<?xi32>
    %s = arith.addi %v, %w : i32
    memref.store %s, %x[%at] : memref<?xi32>
  }
  return
}
