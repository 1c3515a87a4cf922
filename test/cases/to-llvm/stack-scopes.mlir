// RUN: rmlir-opt %s --finalize-memref-to-llvm --reconcile-unrealized-casts

func.func @f() -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %a = memref.alloca() : memref<4xf32>
    %x = "llvm.mlir.undef"() : () -> f32
    memref.alloca_scope.return %x : f32
  }
  return %r : f32
}
