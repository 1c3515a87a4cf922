// Which dimensions of size 1 a slice has besides those of what is put in does not change when sizes become known.
// RUN: rmlir-opt %s --canonicalize --verify-semantics

func.func @middle(%s: tensor<1x?x?xf32>, %d: tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32> {
  %two = arith.constant 2 : index
  %r = tensor.insert_slice %s into %d[0, 0, 0, 0] [1, %two, 1, %two] [1, 1, 1, 1] : tensor<1x?x?xf32> into tensor<1x2x1x2xf32>
  return %r : tensor<1x2x1x2xf32>
}
func.func @chain(%s: tensor<1x?x?xf32>, %e: tensor<1x?x1x?xf32>, %d: tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32> {
  %two = arith.constant 2 : index
  %q = tensor.insert_slice %s into %e[0, 0, 0, 0] [1, %two, 1, %two] [1, 1, 1, 1] : tensor<1x?x?xf32> into tensor<1x?x1x?xf32>
  %r = tensor.insert_slice %q into %d[0, 0, 0, 0] [1, %two, 1, %two] [1, 1, 1, 1] : tensor<1x?x1x?xf32> into tensor<1x2x1x2xf32>
  return %r : tensor<1x2x1x2xf32>
}
func.func @first(%s: tensor<?x1xi32>, %d: tensor<1x4x1xi32>) -> tensor<1x4x1xi32> {
  %c3 = arith.constant 3 : index
  %r = tensor.insert_slice %s into %d[0, 1, 0] [1, %c3, 1] [1, 1, 1] : tensor<?x1xi32> into tensor<1x4x1xi32>
  return %r : tensor<1x4x1xi32>
}
func.func @last(%x: i32, %d: tensor<1x4x1xi32>) -> tensor<1x4x1xi32> {
  %c3 = arith.constant 3 : index
  %s = tensor.splat %x[%c3] : tensor<1x?xi32>
  %r = tensor.insert_slice %s into %d[0, 1, 0] [1, %c3, 1] [1, 1, 1] : tensor<1x?xi32> into tensor<1x4x1xi32>
  return %r : tensor<1x4x1xi32>
}
func.func @size_of_one(%x: i32, %d: tensor<2x1x3xi32>) -> tensor<2x1x3xi32> {
  %one = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = tensor.splat %x[%one, %c3] : tensor<?x?xi32>
  %r = tensor.insert_slice %s into %d[1, 0, 0] [%one, 1, %c3] [1, 1, 1] : tensor<?x?xi32> into tensor<2x1x3xi32>
  return %r : tensor<2x1x3xi32>
}
func.func @scalar(%x: f32, %d: tensor<2x2xf32>, %i: index) -> tensor<2x2xf32> {
  %one = arith.constant 1 : index
  %s = tensor.splat %x : tensor<f32>
  %r = tensor.insert_slice %s into %d[1, %one] [1, 1] [1, 1] : tensor<f32> into tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
func.func @in_parallel(%x: f32, %d: tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32> {
  %two = arith.constant 2 : index
  %r = scf.forall (%t) in (1) shared_outs(%o = %d) -> tensor<1x2x1x2xf32> {
    %s = tensor.splat %x[%two, %two] : tensor<1x?x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0, 0, 0, 0] [1, %two, 1, %two] [1, 1, 1, 1] : tensor<1x?x?xf32> into tensor<1x2x1x2xf32>
    }
  }
  return %r : tensor<1x2x1x2xf32>
}
