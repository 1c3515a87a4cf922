// A division that must not be executed where it has no meaning.
func.func @f(%n: index, %x: memref<?xi32>, %y: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %hundred = arith.constant 100 : i32
  %mask = arith.constant 15 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (i32) {
    %v = memref.load %x[%i] : memref<?xi32>
    %d = arith.andi %v, %mask : i32
    %some = arith.cmpi ne, %d, %zero : i32
    %q = scf.if %some -> i32 {
      %q = arith.divsi %hundred, %d : i32
      memref.store %q, %y[%i] : memref<?xi32>
      scf.yield %q : i32
    } else {
      scf.yield %zero : i32
    }
    %next = arith.addi %sum, %q : i32
    scf.yield %next : i32
  }
  return %r : i32
}
