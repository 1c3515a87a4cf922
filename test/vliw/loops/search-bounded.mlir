// An early exit among so many elements, of which it is not known that they are there: -1 if there is none.
func.func @f(%n: index, %x: memref<?xi32>, %y: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %no = arith.constant false
  %none = arith.constant -1 : i32
  %at = scf.while (%i = %c0) : (index) -> index {
    %in = arith.cmpi slt, %i, %n : index
    %on = scf.if %in -> i1 {
      %v = memref.load %x[%i] : memref<?xi32>
      %w = memref.load %y[%i] : memref<?xi32>
      %seven = arith.constant 7 : i32
      %sum = arith.addi %v, %w : i32
      %low = arith.andi %sum, %seven : i32
      %other = arith.cmpi ne, %low, %seven : i32
      scf.yield %other : i1
    } else {
      scf.yield %no : i1
    }
    scf.condition(%on) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  %found = arith.cmpi slt, %at, %n : index
  %place = arith.index_cast %at : index to i32
  %r = arith.select %found, %place, %none : i32
  return %r : i32
}
