// A dot product in 64 bits of 32-bit numbers, and the exclusive or of 64-bit ones with it; the trip count is read behind
// the loop.
func.func @f(%n: index, %x: memref<?xi32>, %y: memref<?xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi32>
    %xw = arith.extsi %xi : i32 to i64
    %yi = memref.load %y[%i] : memref<?xi64>
    %p = arith.muli %xw, %yi : i64
    %t = arith.addi %s, %p : i64
    %u = arith.xori %yi, %t : i64
    memref.store %u, %y[%i] : memref<?xi64>
    scf.yield %t : i64
  } {vliw.no_alias}
  %m = arith.index_cast %n : index to i64
  %q = arith.addi %r, %m : i64
  return %q : i64
}
