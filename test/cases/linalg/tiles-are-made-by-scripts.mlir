// RUN: rmlir-opt %s --transform-interpreter=entry-point=for --split-input-file
// RUN: rmlir-opt %s --transform-interpreter=entry-point=forall --split-input-file
// RUN: rmlir-opt %s --transform-interpreter=entry-point=threads --split-input-file

// Tiles of 3 by 2 of 5 by 4 elements: the last row of tiles is smaller. With 4 threads one of them has nothing to do.
func.func @known(%a: tensor<5x3xi8>, %b: tensor<3x4xi8>, %c: tensor<5x4xi8>) -> tensor<5x4xi8> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x3xi8>, tensor<3x4xi8>) outs(%c : tensor<5x4xi8>) -> tensor<5x4xi8>
  return %0 : tensor<5x4xi8>
}

// Sizes are asked for, in buffers, too.
func.func @unknown(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>, %c: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xi8>, tensor<?x?xi8>) outs(%c : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

func.func @buffers(%a: memref<5x3xi8>, %b: memref<3x4xi8>, %c: memref<5x4xi8>) {
  linalg.matmul ins(%a, %b : memref<5x3xi8>, memref<3x4xi8>) outs(%c : memref<5x4xi8>)
  return
}

// Places in the domain are more than those in the tile; an element is read where two loops are added up.
func.func @places(%a: tensor<8xi64>, %c: tensor<5x4xi64>) -> tensor<5x4xi64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%a : tensor<8xi64>) outs(%c : tensor<5x4xi64>) {
  ^bb0(%x: i64, %y: i64):
    %i = linalg.index 0 : index
    %1 = arith.index_cast %i : index to i64
    %2 = arith.addi %x, %1 : i64
    linalg.yield %2 : i64
  } -> tensor<5x4xi64>
  return %0 : tensor<5x4xi64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @for(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [3, 2] interchange = [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %tile "tile" : !transform.any_op
    transform.annotate %loops#0 "outer" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @forall(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %tile, %loop = transform.structured.tile_using_forall %0 tile_sizes [3, %two] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.annotate %loop "loop" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @threads(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loop = transform.structured.tile_using_forall %0 num_threads [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Nothing is divided; a loop that is not parallel is; there are more sizes than loops.
func.func @sum(%a: tensor<4xi8>, %c: tensor<i8>) -> tensor<i8> {
  %0 = linalg.reduce ins(%a : tensor<4xi8>) outs(%c : tensor<i8>) dimensions = [0] (%x: i8, %y: i8) {
    %1 = arith.addi %x, %y : i8
    linalg.yield %1 : i8
  }
  return %0 : tensor<i8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @for(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %tile = transform.structured.tile_using_for %0 tile_sizes [0] : (!transform.any_op) -> !transform.any_op
    %1, %loops:2 = transform.structured.tile_using_for %tile tile_sizes [3, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @forall(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loop = transform.structured.tile_using_forall %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
