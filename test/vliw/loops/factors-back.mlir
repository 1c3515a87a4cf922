// What is written moves twice as fast as what is read, so that it is read again more and more iterations later.
func.func @f(%n: index, %x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %half = arith.divui %n, %c2 : index
  scf.for %i = %c0 to %half step %c1 {
    %next = arith.addi %i, %c1 : index
    %twice = arith.muli %i, %c2 : index
    %to = arith.addi %twice, %c2 : index
    %a = memref.load %x[%next] : memref<?xi32>
    %b = memref.load %x[%to] : memref<?xi32>
    %s = arith.addi %a, %b : i32
    memref.store %s, %x[%to] : memref<?xi32>
  }
  return
}
