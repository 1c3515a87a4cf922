// RUN: rmlir-opt %s --canonicalize

// The function may give a tensor of other sizes, so the loop does not carry what the first one is. mlir-opt casts what it
// gives to four elements.
func.func @other_sizes(%t: tensor<4xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %cast = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %cast) -> (tensor<?xf32>) {
    %v = func.call @step(%u) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %v : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func private @step(tensor<?xf32>) -> tensor<?xf32>
