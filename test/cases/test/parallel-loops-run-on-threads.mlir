// Threads of the JIT come to what the interpreter does, to the bit; there is work enough for a team.
// RUN: rmlir-run %s --entry product --args random:40x30 random:30x50 zeros:40x50
// RUN: rmlir-run %s --entry product --args random:40x30 random:30x50 zeros:40x50 --engine=jit --threads 1
// RUN: rmlir-run %s --entry product --args random:40x30 random:30x50 zeros:40x50 --engine=jit --threads 2
// RUN: rmlir-run %s --entry product --args random:40x30 random:30x50 zeros:40x50 --engine=jit --threads 5
// RUN: rmlir-run %s --entry constructs --args 100
// RUN: rmlir-run %s --entry constructs --args 100 --engine=jit --threads 3

// The sum of the elements of a product of matrices.
func.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %c, %c0 : memref<?x?xf32>
  %m = memref.dim %c, %c1 : memref<?x?xf32>
  %l = memref.dim %a, %c1 : memref<?x?xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    scf.for %k = %c0 to %l step %c1 {
      %x = memref.load %a[%i, %k] : memref<?x?xf32>
      %y = memref.load %b[%k, %j] : memref<?x?xf32>
      %z = memref.load %c[%i, %j] : memref<?x?xf32>
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      memref.store %s, %c[%i, %j] : memref<?x?xf32>
    }
  }
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %zero) -> f32 {
    %row = scf.for %j = %c0 to %m step %c1 iter_args(%inner = %outer) -> f32 {
      %z = memref.load %c[%i, %j] : memref<?x?xf32>
      %s = arith.addf %inner, %z : f32
      scf.yield %s : f32
    }
    scf.yield %row : f32
  }
  return %sum : f32
}

omp.declare_reduction @add : i64 init {
^bb0(%old: i64):
  %0 = llvm.mlir.constant(0 : i64) : i64
  omp.yield(%0 : i64)
} combiner {
^bb0(%a: i64, %b: i64):
  %0 = llvm.add %a, %b : i64
  omp.yield(%0 : i64)
}

// Loops with all schedules, a reduction, a critical section, and a construct that one thread runs.
func.func @constructs(%n: i64) -> (i64, i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c7 = arith.constant 7 : i64
  %sum = llvm.alloca %c1 x i64 : (i64) -> !llvm.ptr
  %count = llvm.alloca %c1 x i64 : (i64) -> !llvm.ptr
  %once = llvm.alloca %c1 x i64 : (i64) -> !llvm.ptr
  llvm.store %c0, %sum : i64, !llvm.ptr
  llvm.store %c0, %count : i64, !llvm.ptr
  llvm.store %c0, %once : i64, !llvm.ptr
  omp.parallel {
    omp.wsloop schedule(dynamic = %c7 : i64) reduction(@add %sum -> %own : !llvm.ptr) {
      omp.loop_nest (%i, %j) : i64 = (%c0, %c1) to (%n, %c7) step (%c1, %c1) collapse(2) {
        %x = llvm.load %own : !llvm.ptr -> i64
        %p = llvm.mul %i, %j : i64
        %y = llvm.add %x, %p : i64
        llvm.store %y, %own : i64, !llvm.ptr
        omp.yield
      }
    }
    omp.wsloop schedule(static = %c7 : i64) {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c7) {
        omp.critical {
          %x = llvm.load %count : !llvm.ptr -> i64
          %y = llvm.add %x, %i : i64
          llvm.store %y, %count : i64, !llvm.ptr
          omp.terminator
        }
        omp.yield
      }
    }
    omp.single {
      %x = llvm.load %once : !llvm.ptr -> i64
      %y = llvm.add %x, %c1 : i64
      llvm.store %y, %once : i64, !llvm.ptr
      omp.terminator
    }
    omp.wsloop nowait schedule(guided) reduction(@add %once -> %own : !llvm.ptr) {
      omp.loop_nest (%i) : i64 = (%c0) to (%c0) step (%c1) {
        omp.yield
      }
    }
    omp.terminator
  }
  %0 = llvm.load %sum : !llvm.ptr -> i64
  %1 = llvm.load %count : !llvm.ptr -> i64
  %2 = llvm.load %once : !llvm.ptr -> i64
  return %0, %1, %2 : i64, i64, i64
}
