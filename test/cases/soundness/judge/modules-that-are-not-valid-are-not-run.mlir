// RUN: rmlir-opt %s --split-input-file --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=false --canonicalize --verify-semantics
// The operations lack what they are computed from.

llvm.func @no_matrix() -> vector<6xf32> {
  %0 = "llvm.intr.matrix.transpose"() {columns = 3 : i32, rows = 2 : i32} : () -> vector<6xf32>
  llvm.return %0 : vector<6xf32>
}

// -----

llvm.func @no_result(%m: vector<6xf32>) {
  "llvm.intr.matrix.transpose"(%m) {columns = 3 : i32, rows = 2 : i32} : (vector<6xf32>) -> ()
  llvm.return
}

// -----

func.func @no_operand(%x: f32) -> f32 {
  %0 = "math.ceil"() : () -> f32
  return %0 : f32
}

// -----

func.func @valid(%x: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %x, %0 : i32
  return %1 : i32
}
