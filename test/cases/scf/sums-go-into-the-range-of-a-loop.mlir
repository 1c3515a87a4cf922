// RUN: rmlir-opt %s --scf-for-loop-range-folding

func.func private @use(index)

func.func @both(%lb: index, %ub: index, %step: index, %offset: index) {
  %c4 = arith.constant 4 : index
  scf.for %i = %lb to %ub step %step {
    %shifted = arith.addi %i, %offset : index
    %scaled = arith.muli %shifted, %c4 : index
    func.call @use(%scaled) : (index) -> ()
  }
  return
}

// The induction variable has a second user.
func.func @two_users(%lb: index, %ub: index, %step: index, %offset: index) {
  scf.for %i = %lb to %ub step %step {
    %shifted = arith.addi %i, %offset : index
    func.call @use(%i) : (index) -> ()
    func.call @use(%shifted) : (index) -> ()
  }
  return
}
