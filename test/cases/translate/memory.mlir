// RUN: rmlir-translate --mlir-to-llvmir %s

llvm.func @plain(%p: !llvm.ptr, %v: vector<4xf32>) -> f32 {
  llvm.store volatile %v, %p {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
  llvm.store %v, %p {nontemporal} : vector<4xf32>, !llvm.ptr
  %0 = llvm.load %p invariant : !llvm.ptr -> f32
  %1 = llvm.load %p {dereferenceable = #llvm.dereferenceable<bytes = 8>} : !llvm.ptr -> !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> f32
  llvm.return %2 : f32
}

llvm.func @atomic(%p: !llvm.ptr, %x: i32, %y: i32, %f: f32) -> i32 {
  %0 = llvm.load %p atomic syncscope("singlethread") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %x, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  %1 = llvm.atomicrmw add %p, %x monotonic : !llvm.ptr, i32
  %2 = llvm.atomicrmw fmax %p, %f syncscope("agent") seq_cst {alignment = 8 : i64} : !llvm.ptr, f32
  %3 = llvm.cmpxchg weak volatile %p, %x, %y acq_rel monotonic : !llvm.ptr, i32
  llvm.fence syncscope("agent") seq_cst
  %4 = llvm.extractvalue %3[0] : !llvm.struct<(i32, i1)>
  llvm.return %4 : i32
}

llvm.func @places(%n: i32, %i: i32, %p: !llvm.ptr<3>) -> !llvm.ptr {
  %0 = llvm.alloca inalloca %n x !llvm.struct<"node", (ptr, i32)> {alignment = 32 : i64} : (i32) -> !llvm.ptr
  %1 = llvm.getelementptr %0[%i, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"node", (ptr, i32)>
  %2 = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
  %3 = llvm.ptrtoint %2 : !llvm.ptr to i64
  %4 = llvm.inttoptr %3 : i64 to !llvm.ptr
  llvm.return %1 : !llvm.ptr
}
