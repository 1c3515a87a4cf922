// An early exit: where a number stands first, with the length of the array as the bound. What is in the array may be
// loaded before it is known that the search goes on.
func.func @f(%n: index, %x: memref<?xi32>, %key: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %no = arith.constant false
  memref.store %key, %x[%n] : memref<?xi32>
  %size = memref.dim %x, %c0 : memref<?xi32>
  %at = scf.while (%i = %c0) : (index) -> index {
    %in = arith.cmpi ult, %i, %size : index
    %on = scf.if %in -> i1 {
      %v = memref.load %x[%i] : memref<?xi32>
      %other = arith.cmpi ne, %v, %key : i32
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
  return %at : index
}
