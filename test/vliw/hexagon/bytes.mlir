// The greatest and the sum of the absolute differences of bytes, and 16-bit results.
func.func @f(%n: index, %x: memref<?xi8>, %y: memref<?xi8>, %z: memref<?xi16>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %m = %zero) -> (i32, i32) {
    %xi = memref.load %x[%i] : memref<?xi8>
    %yi = memref.load %y[%i] : memref<?xi8>
    %xw = arith.extui %xi : i8 to i32
    %yw = arith.extsi %yi : i8 to i32
    %d = arith.subi %xw, %yw : i32
    %e = arith.subi %zero, %d : i32
    %abs = arith.maxsi %d, %e : i32
    %s2 = arith.addi %s, %abs : i32
    %m2 = arith.maxui %m, %abs : i32
    %w = arith.trunci %s2 : i32 to i16
    memref.store %w, %z[%i] : memref<?xi16>
    scf.yield %s2, %m2 : i32, i32
  } {vliw.no_alias}
  return %r#0, %r#1 : i32, i32
}
