// Functions are run with data of the types they had at first: memrefs become descriptors or bare pointers, indices integers,
// rows of vectors arrays, results structures.
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(convert-to-llvm,reconcile-unrealized-casts)" --verify-semantics=4
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(finalize-memref-to-llvm,convert-arith-to-llvm,convert-vector-to-llvm,convert-func-to-llvm)" --verify-semantics=4

func.func private @seen(memref<2xf32>, index) -> index

func.func @memrefs(%m: memref<4x?xf32>, %u: memref<*xi32>, %i: index) -> (memref<4x?xf32>, index, f32) {
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%i, %c1] : memref<4x?xf32>
  %y = arith.addf %x, %x : f32
  memref.store %y, %m[%c1, %c1] : memref<4x?xf32>
  %n = memref.dim %m, %c1 : memref<4x?xf32>
  return %m, %n, %x : memref<4x?xf32>, index, f32
}

func.func @vectors(%v: vector<2x3xi32>, %w: vector<4xi1>) -> (vector<2x3xi32>, vector<4xi1>) {
  %s = arith.addi %v, %v : vector<2x3xi32>
  return %s, %w : vector<2x3xi32>, vector<4xi1>
}

func.func @calls(%m: memref<2xf32>, %i: index) -> index {
  %r = call @seen(%m, %i) : (memref<2xf32>, index) -> index
  return %r : index
}
