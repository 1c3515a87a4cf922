// RUN: rmlir-translate --mlir-to-llvmir %s

module @named attributes {
  llvm.data_layout = "e-m:e-p270:32:32-i64:64-n8:16:32:64-S128",
  llvm.target_triple = "x86_64-unknown-linux-gnu",
  llvm.ident = "rmlir",
  llvm.commandline = "rmlir-opt --canonicalize",
  llvm.module_asm = [".globl here", "here:"]
} {
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>,
                     #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]
  llvm.linker_options ["/DEFAULTLIB:", "libc"]
}
