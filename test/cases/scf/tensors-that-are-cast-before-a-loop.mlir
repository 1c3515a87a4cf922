// RUN: rmlir-opt %s --canonicalize

// What is put in leaves the sizes: the loop carries what is known before the cast.
func.func @carried(%t: tensor<4xf32>, %x: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %cast = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %cast) -> (tensor<?xf32>) {
    %v = tensor.insert %x into %u[%i] : tensor<?xf32>
    scf.yield %v : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// With two users of the result it stays as it is.
func.func @two_users(%t: tensor<4xf32>, %x: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %cast = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %cast) -> (tensor<?xf32>) {
    %v = tensor.insert %x into %u[%i] : tensor<?xf32>
    scf.yield %v : tensor<?xf32>
  }
  return %r, %r : tensor<?xf32>, tensor<?xf32>
}

// Threads put their slices into the tensor itself.
func.func @shared(%t: tensor<6xi32>, %s: tensor<2xi32>) -> tensor<?xi32> {
  %cast = tensor.cast %t : tensor<6xi32> to tensor<?xi32>
  %r = scf.forall (%i) in (3) shared_outs(%o = %cast) -> (tensor<?xi32>) {
    %at = arith.addi %i, %i : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%at] [2] [1] : tensor<2xi32> into tensor<?xi32>
    }
  }
  return %r : tensor<?xi32>
}
