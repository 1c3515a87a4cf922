// RUN: rmlir-opt %s --lift-cf-to-scf --canonicalize
// An annotation that says which accesses are parallel is kept: nothing else tells that the iterations are independent.

#group = #llvm.access_group<id = distinct[0]<>>
#parallel = #llvm.loop_annotation<parallelAccesses = #group>
#progress = #llvm.loop_annotation<mustProgress = true>

func.func @parallel(%n: i64, %p: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  cf.br ^outer(%c0 : i64)
^outer(%i: i64):
  cf.br ^inner(%c0 : i64)
^inner(%j: i64):
  %q = llvm.getelementptr %p[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %i, %q {access_groups = [#group]} : i64, !llvm.ptr
  %next = arith.addi %j, %c1 : i64
  %more = arith.cmpi slt, %next, %n : i64
  cf.cond_br %more, ^inner(%next : i64), ^latch {loop_annotation = #parallel}
^latch:
  %down = arith.addi %i, %c1 : i64
  %again = arith.cmpi slt, %down, %n : i64
  cf.cond_br %again, ^outer(%down : i64), ^end {loop_annotation = #progress}
^end:
  return
}
