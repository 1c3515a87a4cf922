// A loop that counts in 8 bits, from below 0 and by 3.
func.func @f(%n: index, %x: memref<?xi32>) -> (i8, i32) {
  %low = arith.constant -100 : i8
  %three = arith.constant 3 : i8
  %zero = arith.constant 0 : i8
  %none = arith.constant 0 : i32
  %wide = arith.muli %n, %n : index
  %some = arith.index_cast %n : index to i8
  %twice = arith.muli %some, %three : i8
  %high = arith.addi %twice, %low : i8
  %r:2 = scf.for %i = %low to %high step %three iter_args(%a = %zero, %b = %none) -> (i8, i32) : i8 {
    %s = arith.addi %a, %i : i8
    %l = arith.extsi %i : i8 to i32
    %t = arith.muli %l, %l : i32
    %u = arith.addi %b, %t : i32
    scf.yield %s, %u : i8, i32
  }
  return %r#0, %r#1 : i8, i32
}
