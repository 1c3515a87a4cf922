// Where a number is stored depends on what was loaded: nothing is known of the memory.
func.func @f(%n: index, %at: memref<?xi32>, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %at[%i] : memref<?xi32>
    %low = arith.andi %a, %seven : i32
    %place = arith.index_cast %low : i32 to index
    %v = memref.load %x[%place] : memref<?xi32>
    %w = memref.load %x[%i] : memref<?xi32>
    %s = arith.addi %v, %w : i32
    memref.store %s, %x[%place] : memref<?xi32>
  }
  return
}
