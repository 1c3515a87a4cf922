// RUN: rmlir-translate --mlir-to-llvmir --verify-diagnostics --split-input-file %s

// expected-error@+1 {{cannot be converted to LLVM IR}}
func.func @other() {
  func.return
}

// -----

llvm.func @inside(%x: i32) {
  // expected-error@+1 {{LLVM Translation failed for operation: builtin.unrealized_conversion_cast}}
  %0 = builtin.unrealized_conversion_cast %x, %x : i32, i32 to i64
  llvm.return
}

// -----

// expected-error@+1 {{unsupported constant value}}
llvm.mlir.global external @odd(unit) : i32
