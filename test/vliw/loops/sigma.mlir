// Two chains of operations on 128 bits, of which some machines have one register a cluster only.
func.func @f(%n: index, %x: memref<?xi64>, %y: memref<?xi64>, %k: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %shift = arith.constant 64 : i128
  %factor = arith.constant 77777777777777777777777 : i128
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %a = memref.load %x[%i] : memref<?xi64>
    %b = memref.load %y[%i] : memref<?xi64>
    %p0 = arith.extui %a : i64 to i128
    %p1 = arith.muli %p0, %factor : i128
    %p2 = arith.shrui %p1, %shift : i128
    %p = arith.trunci %p2 : i128 to i64
    %q0 = arith.extsi %b : i64 to i128
    %q1 = arith.muli %q0, %q0 : i128
    %early = arith.trunci %q1 : i128 to i64
    %q2 = arith.shrsi %q1, %shift : i128
    %q = arith.trunci %q2 : i128 to i64
    %t = arith.xori %p, %q : i64
    %u = arith.addi %t, %early : i64
    memref.store %u, %y[%i] : memref<?xi64>
    %next = arith.addi %s, %u : i64
    scf.yield %next : i64
  }
  return %sum : i64
}
