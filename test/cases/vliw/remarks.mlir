// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline)' --remarks-filter=vliw-pipeline -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=tic6x})' --remarks-filter-analyse=vliw-pipeline -o /dev/null

// Bound by resources.
func.func @scale(%x: memref<64xf32>, %y: memref<64xf32>, %s: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<64xf32>
    %b = arith.mulf %a, %s : f32
    memref.store %b, %y[%i] : memref<64xf32>
  } {vliw.no_alias}
  return
}

// Bound by the recurrence of the sum.
func.func @sum(%x: memref<64xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> f32 {
    %a = memref.load %x[%i] : memref<64xf32>
    %b = arith.mulf %a, %a : f32
    %t = arith.addf %s, %b : f32
    scf.yield %t : f32
  }
  return %r : f32
}

// Calls are not pipelined.
func.func @call(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @unknown() : () -> ()
  }
  return
}
func.func private @unknown()
