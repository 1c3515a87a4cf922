// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(scf-forall-to-for,scf-parallel-for-to-nested-fors))'

func.func private @use(index, index)

func.func @forall(%n: index) {
  scf.forall (%i, %j) in (%n, 8) {
    func.call @use(%i, %j) : (index, index) -> ()
  }
  return
}

func.func @parallel(%lb: index, %ub: index, %step: index) {
  scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) {
    func.call @use(%i, %j) : (index, index) -> ()
  }
  return
}

// Reductions have no order, so the loop stays.
func.func @reduction(%lb: index, %ub: index, %step: index, %init: f32, %x: f32) -> f32 {
  %r = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%init) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %sum = arith.addf %a, %b : f32
      scf.reduce.return %sum : f32
    }
  }
  return %r : f32
}

// DIFFERS: calls in parallel loops come in any order
