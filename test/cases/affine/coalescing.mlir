// RUN: rmlir-opt %s --allow-unregistered-dialect --affine-loop-coalescing

// The induction variables are what division by the inner sizes leaves.

func.func @affine(%n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m] {
      "use"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

func.func @scf(%lb: i32, %ub: i32, %step: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %lb to %ub step %step : i32 {
    scf.for %j = %c0 to %ub step %c1 : i32 {
      "use"(%i, %j) : (i32, i32) -> ()
    }
  }
  return
}
