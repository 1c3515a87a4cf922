// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

omp.declare_reduction @add_f32 : f32 init {
^bb0(%arg0: f32):
  %0 = llvm.mlir.constant(0.0 : f32) : f32
  omp.yield(%0 : f32)
} combiner {
^bb0(%arg0: f32, %arg1: f32):
  %0 = arith.addf %arg0, %arg1 : f32
  omp.yield(%0 : f32)
} atomic {
^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
  omp.yield
}
omp.critical.declare @mutex hint(contended, speculative)
omp.critical.declare @mutex2
func.func @f(%b: i1, %n: i32, %lb: index, %ub: index, %st: index, %p: !llvm.ptr, %p2: !llvm.ptr) {
  omp.parallel {
    omp.terminator
  }
  omp.parallel if(%b) num_threads(%n : i32) proc_bind(close) {
    omp.barrier
    omp.terminator
  } {a.b}
  omp.parallel reduction(@add_f32 %p -> %q : !llvm.ptr) {
    omp.terminator
  }
  omp.parallel reduction(byref @add_f32 %p -> %q, @add_f32 %p2 -> %r : !llvm.ptr, !llvm.ptr) {
    omp.wsloop nowait schedule(static) ordered(1) {
      omp.loop_nest (%i, %j) : index = (%lb, %lb) to (%ub, %ub) inclusive step (%st, %st) {
        omp.yield
      }
    }
    omp.terminator
  }
  omp.master {
    omp.terminator
  }
  omp.critical(@mutex) {
    omp.terminator
  }
  omp.critical {
    omp.terminator
  }
  omp.single nowait {
    omp.terminator
  }
  omp.single {
    omp.terminator
  }
  omp.sections nowait {
    omp.section {
      omp.terminator
    }
    omp.terminator
  }
  omp.taskyield
  omp.flush(%n : i32)
  omp.flush
  %t = omp.threadprivate %p : !llvm.ptr -> !llvm.ptr
  return
}
