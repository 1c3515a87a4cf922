// RUN: rmlir-opt %s --openmp-guided-loops

func.func @f(%n: index) {
  omp.wsloop {
    omp.loop_nest (%i) : index = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  // It has a schedule.
  omp.wsloop schedule(static) {
    omp.loop_nest (%i) : index = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  return
}
