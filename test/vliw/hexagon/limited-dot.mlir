// A sum of products, each at most a limit.
func.func @f(%n: index, %limit: i32, %a: memref<?xi32>, %b: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
    %ai = memref.load %a[%i] : memref<?xi32>
    %bi = memref.load %b[%i] : memref<?xi32>
    %p = arith.muli %ai, %bi : i32
    %m = arith.minsi %p, %limit : i32
    %t = arith.addi %s, %m : i32
    scf.yield %t : i32
  }
  return %r : i32
}
