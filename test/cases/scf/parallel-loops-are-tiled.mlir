// RUN: rmlir-opt %s --scf-parallel-loop-tiling=parallel-loop-tile-sizes=4,8

func.func private @use(index, index)

func.func @dynamic(%lb: index, %ub: index, %step: index) {
  scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) {
    func.call @use(%i, %j) : (index, index) -> ()
  }
  return
}

// All tiles are full, so nothing is compared.
func.func @full() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c16, %c16) step (%c1, %c1) {
    func.call @use(%i, %j) : (index, index) -> ()
  }
  return
}

// DIFFERS: calls in parallel loops come in any order
