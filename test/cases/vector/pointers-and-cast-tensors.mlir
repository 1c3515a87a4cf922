// RUN: rmlir-opt %s --canonicalize

// Vectors hold pointers, too.
func.func @pointer(%p: !llvm.ptr) -> vector<2x!llvm.ptr> {
  %0 = vector.broadcast %p : !llvm.ptr to vector<2x!llvm.ptr>
  return %0 : vector<2x!llvm.ptr>
}

// What is read through a cast that forgets the sizes is known to be inside.
func.func @read(%t: tensor<4x8xf32>) -> vector<4x8xf32> {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %cast = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %0 = vector.transfer_read %cast[%c0, %c0], %f0 : tensor<?x?xf32>, vector<4x8xf32>
  return %0 : vector<4x8xf32>
}
