// Two views of one buffer that overlap at a distance: nothing tells their accesses apart.
func.func @f(%n: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.subview %x[0] [%n] [1] : memref<?xi32> to memref<?xi32, strided<[1]>>
  %b = memref.subview %x[DISTANCE] [%n] [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: DISTANCE>>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xi32, strided<[1]>>
    %w = memref.load %b[%i] : memref<?xi32, strided<[1], offset: DISTANCE>>
    %s = arith.addi %v, %w : i32
    memref.store %s, %b[%i] : memref<?xi32, strided<[1], offset: DISTANCE>>
  }
  return
}
