// RUN: rmlir-opt %s --scf-for-loop-peeling

func.func private @use(index, index)

// In the first loop a whole step is left each time, in the second one less.
func.func @dynamic(%lb: index, %ub: index, %step: index) {
  scf.for %i = %lb to %ub step %step {
    %size = affine.min affine_map<(d0)[s0, s1] -> (s1, s0 - d0)>(%i)[%ub, %step]
    func.call @use(%i, %size) : (index, index) -> ()
  }
  return
}

func.func @constant(%init: i32) -> i32 {
  %lb = arith.constant 0 : index
  %ub = arith.constant 17 : index
  %step = arith.constant 4 : index
  %r = scf.for %i = %lb to %ub step %step iter_args(%x = %init) -> (i32) {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// The step divides the range.
func.func @even() {
  %lb = arith.constant 0 : index
  %ub = arith.constant 16 : index
  %step = arith.constant 4 : index
  scf.for %i = %lb to %ub step %step {
    func.call @use(%i, %i) : (index, index) -> ()
  }
  return
}

