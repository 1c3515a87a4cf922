// RUN: rmlir-opt %s --slice-analysis-test
// RUN: rmlir-opt %s --slice-analysis-test=omit-block-arguments=false

// The slice of the second operation does not contain the loop whose argument it uses, unless block arguments are
// followed.

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %b) -> (tensor<4xf32>) {
    %y = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
