// RUN: rmlir-opt %s --scf-for-loop-peeling=peel-front=true

func.func private @use(index)

func.func @dynamic(%lb: index, %ub: index, %step: index, %init: f32) -> f32 {
  %r = scf.for %i = %lb to %ub step %step iter_args(%x = %init) -> (f32) {
    func.call @use(%i) : (index) -> ()
    %y = arith.negf %x : f32
    scf.yield %y : f32
  }
  return %r : f32
}

