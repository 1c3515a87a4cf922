// RUN: rmlir-opt %s --convert-openmp-to-runtime --split-input-file --verify-diagnostics

llvm.func @sections() {
  omp.sections {
    // expected-error @+1 {{'omp.section' op cannot be lowered to calls of the runtime: the construct: not supported}}
    omp.section {
      omp.terminator
    }
    omp.terminator
  }
  llvm.return
}

// -----

llvm.func @ordered(%n: i64) {
  // expected-error @+1 {{'omp.wsloop' op cannot be lowered to calls of the runtime: ordered loops: not supported}}
  omp.wsloop ordered(1) {
    omp.loop_nest (%i) : i64 = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  llvm.return
}

// -----

// Blocks cannot be in there.
llvm.func @inside_of_a_loop() {
  %n = arith.constant 1 : index
  scf.for %i = %n to %n step %n {
    // expected-error @+1 {{'omp.barrier' op cannot be lowered inside of 'scf.for': it has to be converted to 'llvm' before}}
    omp.barrier
  }
  llvm.return
}

// -----

omp.declare_reduction @add : i32 init {
^bb0(%old: i32):
  omp.yield(%old : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  %0 = llvm.add %a, %b : i32
  omp.yield(%0 : i32)
}

llvm.func @by_reference(%p: !llvm.ptr, %n: i64) {
  // expected-error @+1 {{reductions by reference}}
  omp.wsloop reduction(byref @add %p -> %own : !llvm.ptr) {
    omp.loop_nest (%i) : i64 = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  llvm.return
}
