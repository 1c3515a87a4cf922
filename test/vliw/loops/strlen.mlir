// The length of a text that ends with 0: what is behind it must not be read.
func.func @f(%n: index, %x: memref<?xi8>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 0 : i8
  memref.store %end, %x[%n] : memref<?xi8>
  %length = scf.while (%i = %c0) : (index) -> index {
    %v = memref.load %x[%i] : memref<?xi8>
    %on = arith.cmpi ne, %v, %end : i8
    scf.condition(%on) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return %length : index
}
