// RUN: rmlir-opt %s --scf-for-to-while

// The induction variable is carried first; the comparison is signed unless the loop says otherwise.
func.func @sum(%lb: index, %ub: index, %step: index, %init: i32) -> i32 {
  %r = scf.for %i = %lb to %ub step %step iter_args(%acc = %init) -> (i32) {
    %x = arith.index_cast %i : index to i32
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  return %r : i32
}

func.func @unsigned(%lb: i32, %ub: i32, %step: i32) {
  scf.for unsigned %i = %lb to %ub step %step : i32 {
    func.call @use(%i) : (i32) -> ()
  }
  return
}

func.func private @use(i32)
