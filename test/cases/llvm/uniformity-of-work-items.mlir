// RUN: rmlir-opt %s --print-uniformity="mode=llvm target=amdgcn" -o /dev/null
// RUN: rmlir-opt %s --print-uniformity -o /dev/null

// Waves of 64 take the first dimension first: each is in one row, which its numbers of rows and waves say nothing of.
llvm.func amdgpu_kernelcc @rows() attributes {reqd_work_group_size = array<i32: 128, 2, 1>} {
  %six = llvm.mlir.constant(6 : i32) : i32
  %mask = llvm.mlir.constant(-64 : i32) : i32
  %five = llvm.mlir.constant(5 : i32) : i32
  %x = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
  %y = llvm.call_intrinsic "llvm.amdgcn.workitem.id.y"() : () -> i32
  %wave = llvm.lshr %x, %six : i32
  %start = llvm.and %mask, %x : i32
  %shifted = llvm.shl %y, %six : i32
  %some = llvm.and %x, %shifted : i32
  %half = llvm.lshr %x, %five : i32
  llvm.return
}

// A wave has parts of several rows.
llvm.func amdgpu_kernelcc @uneven() attributes {reqd_work_group_size = array<i32: 96, 2, 1>} {
  %six = llvm.mlir.constant(6 : i32) : i32
  %x = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
  %y = llvm.call_intrinsic "llvm.amdgcn.workitem.id.y"() : () -> i32
  %z = llvm.call_intrinsic "llvm.amdgcn.workitem.id.z"() : () -> i32
  %wave = llvm.lshr %x, %six : i32
  llvm.return
}

// Waves of 32.
llvm.func amdgpu_kernelcc @narrow() attributes {reqd_work_group_size = array<i32: 128, 2, 1>, target_cpu = "gfx1100"} {
  %five = llvm.mlir.constant(5 : i32) : i32
  %x = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
  %wave = llvm.lshr %x, %five : i32
  llvm.return
}

// There is one work item, so nothing differs.
llvm.func @alone(%a: i32) attributes {passthrough = [["amdgpu-flat-work-group-size", "1,1"]]} {
  %x = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
  llvm.return
}

// A wave has one of a scalar register, and one mask of the work items that go on.
llvm.func amdgpu_kernelcc @registers(%a: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %s = llvm.inline_asm "s_mov_b32 $0, 0", "=s" : () -> i32
  %v = llvm.inline_asm "v_mov_b32 $0, 0", "=v" : () -> i32
  %named = llvm.inline_asm "", "={vcc}" : () -> i64
  %both = llvm.inline_asm "; def $0, $1", "=s,=&v,~{memory}" : () -> !llvm.struct<(i32, i32)>
  %first = llvm.extractvalue %both[0] : !llvm.struct<(i32, i32)>
  %second = llvm.extractvalue %both[1] : !llvm.struct<(i32, i32)>
  %c = llvm.icmp "eq" %a, %zero : i32
  %if = llvm.call_intrinsic "llvm.amdgcn.if.i64"(%c) : (i1) -> !llvm.struct<(i1, i64)>
  %goes = llvm.extractvalue %if[0] : !llvm.struct<(i1, i64)>
  %others = llvm.extractvalue %if[1] : !llvm.struct<(i1, i64)>
  llvm.return
}
