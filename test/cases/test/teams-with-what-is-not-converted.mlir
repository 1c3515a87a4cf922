// RUN: rmlir-opt %s --pass-pipeline='builtin.module(convert-openmp-to-runtime)'
// DIFFERS: the interpreter does not know the functions of the runtime.

// What is used only inside of an operation that is left goes to the team, too.
llvm.func @inside(%n: i64, %yes: i1, %place: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%zero) to (%n) step (%one) {
        scf.if %yes {
          llvm.store %one, %place : i64, !llvm.ptr
        }
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}
