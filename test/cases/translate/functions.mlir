// RUN: rmlir-translate --mlir-to-llvmir %s

llvm.func @puts(!llvm.ptr {llvm.nocapture, llvm.readonly}) -> (i32 {llvm.signext})
llvm.func internal fastcc @fast(%a: i32 {llvm.noundef}, %b: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i8)>, llvm.align = 8 : i64}) -> (i32 {llvm.noundef}) attributes {passthrough = ["noinline", ["stack-protector-buffer-size", "8"]]} {
  llvm.return %a : i32
}
llvm.func @many(i32, ...) attributes {memory_effects = #llvm.memory_effects<other = read, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
llvm.func hidden @tuned() attributes {target_cpu = "skylake", tune_cpu = "generic", target_features = #llvm.target_features<["+avx2", "-sse4.2"]>, frame_pointer = #llvm.framePointerKind<all>, vscale_range = #llvm.vscale_range<minRange = 1, maxRange = 4>, dso_local, section = ".hot", alignment = 64 : i64, garbageCollector = "statepoint-example"} {
  llvm.return
}
llvm.func @calls(%p: !llvm.ptr, %n: i32) -> i32 {
  %0 = llvm.call @puts(%p) : (!llvm.ptr) -> i32
  %1 = llvm.call fastcc @fast(%0, %p) : (i32, !llvm.ptr) -> i32
  llvm.call @many(%1, %p) vararg(!llvm.func<void (i32, ...)>) : (i32, !llvm.ptr) -> ()
  %2 = llvm.call %p(%n) {fastmathFlags = #llvm.fastmath<none>} : !llvm.ptr, (i32) -> i32
  %3 = llvm.call tail @puts(%p) {no_unwind} : (!llvm.ptr) -> i32
  llvm.return %3 : i32
}
