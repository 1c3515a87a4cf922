// RUN: rmlir-opt %s --one-shot-bufferize=bufferize-function-boundaries
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --one-shot-bufferize

// The type of the buffer of a value that several loops carry depends on itself once for each loop.

func.func @two(%t: tensor<8xi32>, %n: index) -> tensor<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xi32> {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<8xi32> {
      %x = arith.index_cast %j : index to i32
      %2 = tensor.insert %x into %b[%c1] : tensor<8xi32>
      scf.yield %2 : tensor<8xi32>
    }
    scf.yield %1 : tensor<8xi32>
  }
  return %0 : tensor<8xi32>
}

func.func @four(%t: tensor<8xi32>, %n: index) -> tensor<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xi32> {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<8xi32> {
      %2 = scf.for %k = %c0 to %n step %c1 iter_args(%c = %b) -> tensor<8xi32> {
        %3 = scf.for %l = %c0 to %n step %c1 iter_args(%d = %c) -> tensor<8xi32> {
          %x = arith.index_cast %l : index to i32
          %4 = tensor.insert %x into %d[%c0] : tensor<8xi32>
          scf.yield %4 : tensor<8xi32>
        }
        scf.yield %3 : tensor<8xi32>
      }
      scf.yield %2 : tensor<8xi32>
    }
    scf.yield %1 : tensor<8xi32>
  }
  return %0 : tensor<8xi32>
}
