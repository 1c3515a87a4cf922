// RUN: rmlir-opt %s --transform-interpreter --cse --split-input-file

// The first product is wanted, too: it is put together from the parts that the second one needs.
func.func @both(%a: tensor<6x3xi8>, %b: tensor<3x4xi8>, %c: tensor<6x4xi8>, %d: tensor<4x2xi8>, %e: tensor<6x2xi8>, %x: i8) -> (tensor<6x4xi8>, tensor<6x2xi8>) {
  %0 = linalg.fill ins(%x : i8) outs(%c : tensor<6x4xi8>) -> tensor<6x4xi8>
  %1 = linalg.matmul ins(%a, %b : tensor<6x3xi8>, tensor<3x4xi8>) outs(%0 : tensor<6x4xi8>) -> tensor<6x4xi8>
  %2 = linalg.matmul ins(%1, %d : tensor<6x4xi8>, tensor<4x2xi8>) outs(%e : tensor<6x2xi8>) -> tensor<6x2xi8>
  return %1, %2 : tensor<6x4xi8>, tensor<6x2xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1, %l = transform.test.fuse_and_yield %second [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The first product is computed again for each tile of columns of the second one. What it starts with is not what it was when
// it was computed before.
func.func @again(%a: tensor<6x3xi8>, %b: tensor<3x4xi8>, %c: tensor<6x4xi8>, %d: tensor<4x2xi8>, %e: tensor<6x2xi8>) -> (tensor<6x4xi8>, tensor<6x2xi8>) {
  %1 = linalg.matmul ins(%a, %b : tensor<6x3xi8>, tensor<3x4xi8>) outs(%c : tensor<6x4xi8>) -> tensor<6x4xi8>
  %2 = linalg.matmul ins(%1, %d : tensor<6x4xi8>, tensor<4x2xi8>) outs(%e : tensor<6x2xi8>) -> tensor<6x2xi8>
  return %1, %2 : tensor<6x4xi8>, tensor<6x2xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1, %l:2 = transform.test.fuse_and_yield %second [4, 1] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// All results of an operation that is fused, of which one is transposed, by threads.
#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
func.func @several(%a: tensor<4x6xi8>, %b: tensor<6x4xi8>, %c: tensor<4x6xi8>) -> (tensor<4x6xi8>, tensor<6x4xi8>, tensor<4x6xi8>) {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #turned], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x6xi8>) outs(%c, %b : tensor<4x6xi8>, tensor<6x4xi8>) {
  ^bb0(%in: i8, %one: i8, %other: i8):
    %sum = arith.addi %in, %one : i8
    linalg.yield %sum, %in : i8, i8
  } -> (tensor<4x6xi8>, tensor<6x4xi8>)
  %1 = linalg.mul ins(%0#0, %a : tensor<4x6xi8>, tensor<4x6xi8>) outs(%c : tensor<4x6xi8>) -> tensor<4x6xi8>
  return %1, %0#1, %0#0 : tensor<4x6xi8>, tensor<6x4xi8>, tensor<4x6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.test.fuse_and_yield %0 [2, 4] use_forall true : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What is unpacked is more than the part that is needed.
func.func @part_of_more(%a: tensor<3x4xi8>, %b: tensor<9xi8>) -> (tensor<9xi8>, tensor<9xi8>) {
  %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<3x4xi8> -> tensor<9xi8>
  %1 = linalg.add ins(%0, %b : tensor<9xi8>, tensor<9xi8>) outs(%b : tensor<9xi8>) -> tensor<9xi8>
  return %1, %0 : tensor<9xi8>, tensor<9xi8>
}

func.func @part_of_more_unknown(%a: tensor<?x4xi8>, %b: tensor<?xi8>) -> (tensor<?xi8>, tensor<?xi8>) {
  %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<?x4xi8> -> tensor<?xi8>
  %1 = linalg.add ins(%0, %b : tensor<?xi8>, tensor<?xi8>) outs(%b : tensor<?xi8>) -> tensor<?xi8>
  return %1, %0 : tensor<?xi8>, tensor<?xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.test.fuse_and_yield %0 [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What is padded is put together as a whole; what it is computed from is computed only where something is padded, and stays.
func.func @padded(%a: tensor<6xi8>, %x: i8) -> (tensor<9xi8>, tensor<9xi8>, tensor<6xi8>) {
  %0 = linalg.mul ins(%a, %a : tensor<6xi8>, tensor<6xi8>) outs(%a : tensor<6xi8>) -> tensor<6xi8>
  %1 = tensor.pad %0 low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %x : i8
  } : tensor<6xi8> to tensor<9xi8>
  %2 = linalg.add ins(%1, %1 : tensor<9xi8>, tensor<9xi8>) outs(%1 : tensor<9xi8>) -> tensor<9xi8>
  return %2, %1, %0 : tensor<9xi8>, tensor<9xi8>, tensor<6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.test.fuse_and_yield %0 [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
