// A comparison and a selection are one minimum.
// RUN: rmlir-translate --to-hexagon %s

func.func @limited_dot(%n: i32, %limit: i32, %a: memref<?xi32>, %b: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> i32 : i32 {
    %at = arith.index_cast %i : i32 to index
    %ai = memref.load %a[%at] : memref<?xi32>
    %bi = memref.load %b[%at] : memref<?xi32>
    %p = arith.muli %ai, %bi : i32
    %is_less = arith.cmpi slt, %p, %limit : i32
    %m = arith.select %is_less, %p, %limit : i32
    %t = arith.addi %s, %m : i32
    scf.yield %t : i32
  }
  return %r : i32
}
