// A loop that may be left at each element, and stores where it goes on, to the place DISTANCE behind what it reads.
func.func @f(%n: index, %x: memref<?xi32>, %y: memref<?xi32>) -> (index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %distance = arith.constant DISTANCE : index
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%i = %c0, %s = %zero) : (index, i32) -> (index, i32) {
    %on = arith.cmpi slt, %i, %n : index
    scf.condition(%on) %i, %s : index, i32
  } do {
  ^bb0(%i: index, %s: i32):
    %v = memref.load %x[%i] : memref<?xi32>
    %w = memref.load %y[%i] : memref<?xi32>
    %t = arith.addi %v, %w : i32
    %place = arith.addi %i, %distance : index
    memref.store %t, %x[%place] : memref<?xi32>
    %odd = arith.trunci %t : i32 to i1
    scf.if %odd {
      memref.store %s, %y[%place] : memref<?xi32>
    }
    %sum = arith.xori %s, %t : i32
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %sum : index, i32
  }
  return %r#0, %r#1 : index, i32
}
