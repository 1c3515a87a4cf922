; RUN: rmlir-translate --import-llvm %s

%node = type { ptr, i32 }

@first = internal global %node { ptr @second, i32 4 }, align 8
@second = external hidden constant [2 x i16], align 2

define i32 @arithmetic(i32 %a, i32 noundef %b, <4 x float> %v) {
  %1 = add nsw i32 %a, %b
  %2 = or disjoint i32 %1, 7
  %3 = icmp samesign ult i32 %2, %b
  %4 = select i1 %3, i32 %2, i32 %a
  %5 = fadd nnan contract <4 x float> %v, splat (float 1.5)
  %6 = shufflevector <4 x float> %5, <4 x float> poison, <2 x i32> <i32 1, i32 poison>
  %7 = extractelement <2 x float> %6, i64 1
  %8 = fptosi float %7 to i32
  ret i32 %8
}

define void @memory(ptr %p, i64 %i) #0 {
entry:
  %slot = alloca %node, align 16
  %q = getelementptr inbounds nuw %node, ptr %slot, i64 %i, i32 1
  store volatile i32 1, ptr %q, align 4
  %old = atomicrmw xchg ptr %q, i32 2 syncscope("agent") acq_rel, align 4
  %both = cmpxchg ptr %q, i32 %old, i32 3 seq_cst monotonic, align 4
  %done = extractvalue { i32, i1 } %both, 1
  br i1 %done, label %yes, label %no, !prof !0

yes:
  %x = phi i32 [ %old, %entry ]
  call void (i32, ...) @variadic(i32 %x, ptr @first) #1
  br label %no

no:
  fence release
  ret void
}

define ptr @folded() {
  ret ptr getelementptr inbounds (i8, ptr @first, i64 8)
}

declare void @variadic(i32, ...)

attributes #0 = { nounwind "frame-pointer"="all" "mine"="1" }
attributes #1 = { nounwind }

!0 = !{!"branch_weights", i32 1, i32 9}
