; RUN: rmlir-translate --import-llvm %s

; What kernels say of groups of work items and of vectors.
define spir_kernel void @f(ptr %p) !reqd_work_group_size !0 !work_group_size_hint !0 !vec_type_hint !1 !intel_reqd_sub_group_size !2 {
  ret void
}

define spir_kernel void @g(ptr %p) !vec_type_hint !3 {
  ret void
}

!0 = !{i32 64, i32 1, i32 1}
!1 = !{<4 x i32> undef, i32 1}
!2 = !{i32 16}
!3 = !{float undef, i32 0}
