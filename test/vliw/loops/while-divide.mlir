// A loop that ends before it would divide by 0.
func.func @f(%n: index, %x: memref<?xi32>, %by: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  memref.store %zero, %x[%n] : memref<?xi32>
  %r:3 = scf.while (%i = %c0, %s = %zero, %last = %by) : (index, i32, i32) -> (index, i32, i32) {
    %v = memref.load %x[%i] : memref<?xi32>
    %on = arith.cmpi ne, %v, %zero : i32
    scf.condition(%on) %i, %s, %last : index, i32, i32
  } do {
  ^bb0(%i: index, %s: i32, %last: i32):
    %v = memref.load %x[%i] : memref<?xi32>
    %q = arith.divui %last, %v : i32
    %sum = arith.addi %s, %q : i32
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %sum, %v : index, i32, i32
  }
  return %r#1, %r#2 : i32, i32
}
