// RUN: rmlir-opt %s --raise-simd-loops --canonicalize --cse --split-input-file --remarks-filter=raise
// Loops whose annotation says that all accesses are parallel, as of `#pragma omp simd`, are marked for `wfv`.

#group = #llvm.access_group<id = distinct[0]<>>
#vectorize = #llvm.loop_vectorize<disable = false>
#parallel = #llvm.loop_annotation<vectorize = #vectorize, parallelAccesses = #group>

// As many lanes as a register of the target has elements, and subscripts that are loaded.
func.func @gathered(%n: index, %a: !llvm.ptr, %b: !llvm.ptr, %k: !llvm.ptr)
    attributes {target_features = #llvm.target_features<["+avx", "+avx2"]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %k[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %at = llvm.load %p {access_groups = [#group]} : !llvm.ptr -> i32
    %at64 = arith.extsi %at : i32 to i64
    %q = llvm.getelementptr inbounds %b[%at64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %q {access_groups = [#group]} : !llvm.ptr -> f32
    %r = llvm.getelementptr inbounds %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %r {access_groups = [#group]} : f32, !llvm.ptr
  } {loop_annotation = #parallel}
  return
}

// -----

#group = #llvm.access_group<id = distinct[0]<>>
#vectorize = #llvm.loop_vectorize<disable = false, width = 4 : i32>
#parallel = #llvm.loop_annotation<vectorize = #vectorize, parallelAccesses = #group>

// The number of lanes is asked for; the sum may be reassociated.
func.func @sum(%n: index, %a: !llvm.ptr) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %x = llvm.load %p {access_groups = [#group]} : !llvm.ptr -> f64
    %t = arith.addf %s, %x : f64
    scf.yield %t : f64
  } {loop_annotation = #parallel}
  return %sum : f64
}

// -----

#group = #llvm.access_group<id = distinct[0]<>>
#vectorize = #llvm.loop_vectorize<disable = false>
#parallel = #llvm.loop_annotation<vectorize = #vectorize, parallelAccesses = #group>

// Local memory that only the loop uses is private to each iteration: each lane has its own elements.
func.func @private(%n: index, %a: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %t = llvm.alloca %one x !llvm.array<4 x f32> : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %t : !llvm.ptr
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %a[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %p {access_groups = [#group]} : !llvm.ptr -> f32
    scf.for %j = %c0 to %c4 step %c1 {
      %j64 = arith.index_cast %j : index to i64
      %q = llvm.getelementptr inbounds %t[0, %j64] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x f32>
      llvm.store %x, %q {access_groups = [#group]} : f32, !llvm.ptr
    }
    %r = llvm.getelementptr inbounds %t[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %y = llvm.load %r {access_groups = [#group]} : !llvm.ptr -> f32
    llvm.store %y, %p {access_groups = [#group]} : f32, !llvm.ptr
  } {loop_annotation = #parallel}
  llvm.intr.lifetime.end %t : !llvm.ptr
  return
}

// -----

#group = #llvm.access_group<id = distinct[0]<>>
#vectorize = #llvm.loop_vectorize<disable = false>
#parallel = #llvm.loop_annotation<vectorize = #vectorize, parallelAccesses = #group>

llvm.mlir.global internal @table() : !llvm.array<8 x f32>

// A function with variants is raised as well; the clauses are what the names of all its variants say.
func.func @callee(%p: !llvm.ptr, %i: i32, %x: f32, %y: f32) -> f32
    attributes {passthrough = ["_ZGVbN4ulvu_callee", "_ZGVbM4ulvv_callee", "nofree"]} {
  %table = llvm.mlir.addressof @table : !llvm.ptr
  %i64 = arith.extsi %i : i32 to i64
  %q = llvm.getelementptr inbounds %p[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %a = llvm.load %q : !llvm.ptr -> f32
  %r = llvm.getelementptr inbounds %table[0, %i64] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<8 x f32>
  %b = llvm.load %r : !llvm.ptr -> f32
  %s = arith.addf %a, %b : f32
  %t = arith.addf %x, %y : f32
  %u = arith.mulf %s, %t : f32
  return %u : f32
}

func.func @caller(%n: index, %p: !llvm.ptr, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %i32 = arith.index_cast %i : index to i32
    %y = func.call @callee(%p, %i32, %x, %x) {access_groups = [#group]} : (!llvm.ptr, i32, f32, f32) -> f32
    %q = llvm.getelementptr inbounds %p[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %y, %q {access_groups = [#group]} : f32, !llvm.ptr
  } {loop_annotation = #parallel}
  return
}
