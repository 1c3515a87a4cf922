// Variables that change places, and one that stays what it becomes first.
func.func @f(%n: index, %x: memref<?xi32>, %p: i32, %q: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p, %b = %q, %s = %zero, %c = %zero) -> (i32, i32, i32, i32) {
    %v = memref.load %x[%i] : memref<?xi32>
    %d = arith.subi %a, %v : i32
    %t = arith.addi %s, %d : i32
    %u = arith.addi %t, %c : i32
    scf.yield %b, %a, %u, %p : i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}
