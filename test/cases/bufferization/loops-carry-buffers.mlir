// RUN: rmlir-opt %s --one-shot-bufferize="bufferize-function-boundaries" --canonicalize

// Each iteration writes to the buffer that the loop started with.

func.func @fill(%t: tensor<?xindex>, %n: index) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %t) -> (tensor<?xindex>) {
    %1 = tensor.insert %i into %carried[%i] : tensor<?xindex>
    scf.yield %1 : tensor<?xindex>
  }
  return %0 : tensor<?xindex>
}
