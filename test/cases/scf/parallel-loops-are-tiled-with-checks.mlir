// RUN: rmlir-opt %s --scf-parallel-loop-tiling='parallel-loop-tile-sizes=4 no-min-max-bounds=true'

func.func private @use(index)

func.func @f(%lb: index, %ub: index, %step: index) {
  scf.parallel (%i) = (%lb) to (%ub) step (%step) {
    func.call @use(%i) : (index) -> ()
  }
  return
}
