// RUN: rmlir-opt %s --async-parallel-for="async-dispatch=false num-workers=-1 min-task-size=4"

// A loop in a loop is divided in the function of that. Loops that reduce stay.
func.func @nested(%a: memref<?x?xf32>, %n: index, %m: index, %s: index) -> f32 {
  %zero = arith.constant 0 : index
  %init = arith.constant 0.0 : f32
  scf.parallel (%i) = (%zero) to (%n) step (%s) {
    scf.parallel (%j) = (%i) to (%m) step (%s) {
      memref.store %init, %a[%i, %j] : memref<?x?xf32>
    }
  }
  %sum = scf.parallel (%i) = (%zero) to (%n) step (%s) init (%init) -> f32 {
    %x = memref.load %a[%i, %i] : memref<?x?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%left: f32, %right: f32):
      %both = arith.addf %left, %right : f32
      scf.reduce.return %both : f32
    }
  }
  return %sum : f32
}
