// A text is copied until its end, changed on the way: what is behind the end stays.
func.func @f(%n: index, %x: memref<?xi8>, %y: memref<?xi8>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 0 : i8
  %bit = arith.constant 32 : i8
  memref.store %end, %x[%n] : memref<?xi8>
  %copied = scf.while (%i = %c0) : (index) -> index {
    %v = memref.load %x[%i] : memref<?xi8>
    %on = arith.cmpi ne, %v, %end : i8
    scf.condition(%on) %i : index
  } do {
  ^bb0(%i: index):
    %v = memref.load %x[%i] : memref<?xi8>
    %small = arith.ori %v, %bit : i8
    memref.store %small, %y[%i] : memref<?xi8>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return %copied : index
}
