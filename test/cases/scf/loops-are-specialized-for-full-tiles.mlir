// RUN: rmlir-opt %s --scf-for-loop-specialization --scf-parallel-loop-specialization

func.func private @use(index)

func.func @for(%i: index, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %ub = affine.min affine_map<(d0)[s0] -> (128, s0 - d0)>(%i)[%n]
  scf.for %j = %c0 to %ub step %step {
    func.call @use(%j) : (index) -> ()
  }
  return
}

func.func @parallel(%i: index, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %ub0 = affine.min affine_map<(d0)[s0] -> (128, s0 - d0)>(%i)[%n]
  %ub1 = affine.min affine_map<(d0)[s0] -> (s0 - d0, 64, 96)>(%i)[%n]
  scf.parallel (%j, %k) = (%c0, %c0) to (%ub0, %ub1) step (%step, %step) {
    func.call @use(%j) : (index) -> ()
  }
  return
}
