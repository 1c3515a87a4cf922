// RUN: rmlir-opt %s --async-parallel-for

// Inner loops with few iterations run as a whole in a block that is large enough.
func.func @tile(%a: memref<?x16xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %width = arith.constant 16 : index
  %two = arith.constant 2.0 : f32
  scf.parallel (%i, %j) = (%zero, %zero) to (%n, %width) step (%one, %one) {
    %x = memref.load %a[%i, %j] : memref<?x16xf32>
    %y = arith.mulf %x, %two : f32
    memref.store %y, %a[%i, %j] : memref<?x16xf32>
  }
  return
}
