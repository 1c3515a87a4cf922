// A buffer is walked from its end, two elements at a time.
func.func @f(%n: index, %x: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %last = arith.addi %n, %c2 : index
  %sum = scf.for %i = %c0 to %n step %c2 iter_args(%acc = %zero) -> (i32) {
    %from = arith.subi %last, %i : index
    %to = arith.addi %from, %c2 : index
    %v = memref.load %x[%from] : memref<?xi32>
    %d = arith.addi %v, %acc : i32
    memref.store %d, %x[%to] : memref<?xi32>
    %w = memref.load %x[%from] : memref<?xi32>
    %next = arith.xori %d, %w : i32
    scf.yield %next : i32
  }
  return %sum : i32
}
