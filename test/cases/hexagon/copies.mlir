// Values live longer than an interval, so the kernel has several copies, with registers in turn; iterations that are left
// over are executed by the loop as it was. The trip count is read behind the loop.
// RUN: rmlir-translate --to-hexagon %s

func.func @long_dot(%n: i32, %x: memref<?xi32> {llvm.noalias}, %y: memref<?xi64> {llvm.noalias}) -> i64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 : i32 {
    %at = arith.index_cast %i : i32 to index
    %xi = memref.load %x[%at] : memref<?xi32>
    %xw = arith.extsi %xi : i32 to i64
    %yi = memref.load %y[%at] : memref<?xi64>
    %p = arith.muli %xw, %yi : i64
    %t = arith.addi %s, %p : i64
    %u = arith.xori %yi, %t : i64
    memref.store %u, %y[%at] : memref<?xi64>
    scf.yield %t : i64
  }
  %m = arith.extsi %n : i32 to i64
  %q = arith.addi %r, %m : i64
  return %q : i64
}
