// RUN: rmlir-opt %s --convert-openmp-to-runtime
// DIFFERS: the interpreter does not know the functions of the runtime.

// What the region uses goes through a structure. All threads wait at the end anyway.
llvm.func @team(%p: !llvm.ptr {llvm.noalias}, %n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
        llvm.store %i, %q : i64, !llvm.ptr
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}

// Threads ask for iterations; those of the inner loop, which is not collapsed, run one after the other.
llvm.func @schedules(%p: !llvm.ptr, %n: i32, %if: i1, %n_threads: i32) {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  omp.parallel if(%if) num_threads(%n_threads : i32) proc_bind(spread) {
    omp.wsloop schedule(dynamic = %c3 : i32) {
      omp.loop_nest (%i, %j) : i32 = (%c0, %c0) to (%n, %n) inclusive step (%c3, %c3) {
        llvm.store %j, %p : i32, !llvm.ptr
        omp.yield
      }
    }
    omp.wsloop nowait schedule(static = %c3 : i32) {
      omp.loop_nest (%i, %j) : i32 = (%n, %c0) to (%c0, %n) step (%n, %c3) collapse(2) {
        llvm.store %i, %p : i32, !llvm.ptr
        omp.yield
      }
    }
    omp.barrier
    omp.terminator
  }
  llvm.return
}

omp.declare_reduction @add : f32 init {
^bb0(%old: f32):
  %0 = llvm.mlir.constant(0.0 : f32) : f32
  omp.yield(%0 : f32)
} combiner {
^bb0(%a: f32, %b: f32):
  %0 = llvm.fadd %a, %b : f32
  omp.yield(%0 : f32)
}

// Outside of a team, too, in which all iterations are those of one thread.
llvm.func @reduction(%sum: !llvm.ptr, %n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  omp.wsloop reduction(@add %sum -> %own : !llvm.ptr) {
    omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
      %x = llvm.load %own : !llvm.ptr -> f32
      %y = llvm.fadd %x, %x : f32
      llvm.store %y, %own : f32, !llvm.ptr
      omp.yield
    }
  }
  llvm.return
}

llvm.func @use()

llvm.func @some_threads() {
  omp.parallel {
    omp.master {
      llvm.call @use() : () -> ()
      omp.terminator
    }
    omp.single {
      llvm.call @use() : () -> ()
      omp.terminator
    }
    omp.critical {
      llvm.call @use() : () -> ()
      omp.terminator
    }
    omp.flush
    omp.taskyield
    omp.terminator
  }
  llvm.return
}

// What is not of LLVM yet may be in there, too.
llvm.func @with_regions(%p: !llvm.ptr, %n: i64, %b: i1) {
  omp.parallel {
    scf.if %b {
      llvm.store %n, %p : i64, !llvm.ptr
    }
    omp.terminator
  }
  llvm.return
}
