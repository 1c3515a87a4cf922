// RUN: rmlir-opt %s --transform-interpreter --split-input-file
// RUN: rmlir-opt %s --transform-interpreter --cse --canonicalize --split-input-file

// A tile of what is padded has nothing of the source, something, or only that.
func.func @pad(%a: tensor<5x3xi8>, %x: i8) -> tensor<9x6xi8> {
  %0 = tensor.pad %a low[3, 0] high[1, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i8
  } : tensor<5x3xi8> to tensor<9x6xi8>
  return %0 : tensor<9x6xi8>
}

// The element is a constant within; sizes are asked for.
func.func @pad_unknown(%a: tensor<?x?xi8>, %n: index) -> tensor<?x?xi8> {
  %0 = tensor.pad %a low[%n, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    %x = arith.constant 7 : i8
    tensor.yield %x : i8
  } : tensor<?x?xi8> to tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l:2 = transform.structured.tile_using_for %0 tile_sizes [2, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What is padded is computed where something of it is needed.
func.func @pad_computed(%a: tensor<5xi8>, %b: tensor<5xi8>, %x: i8) -> tensor<8xi8> {
  %0 = linalg.add ins(%a, %b : tensor<5xi8>, tensor<5xi8>) outs(%a : tensor<5xi8>) -> tensor<5xi8>
  %1 = tensor.pad %0 low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %x : i8
  } : tensor<5xi8> to tensor<8xi8>
  return %1 : tensor<8xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.fuse %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Whole inner tiles are packed; the last ones along the first dimension are filled up.
func.func @pack(%a: tensor<7x6xi8>, %b: tensor<3x2x2x4xi8>, %x: i8) -> tensor<3x2x2x4xi8> {
  %0 = linalg.pack %a padding_value(%x : i8) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 4] into %b : tensor<7x6xi8> -> tensor<3x2x2x4xi8>
  return %0 : tensor<3x2x2x4xi8>
}

// A tile that is unpacked starts and ends with inner tiles along the second dimension, not along the first one.
func.func @unpack(%a: tensor<3x2x2x4xi8>, %b: tensor<7x6xi8>) -> tensor<7x6xi8> {
  %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 4] into %b : tensor<3x2x2x4xi8> -> tensor<7x6xi8>
  return %0 : tensor<7x6xi8>
}

func.func @unpack_unknown(%a: tensor<?x?x2x4xi8>, %b: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 4] into %b : tensor<?x?x2x4xi8> -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l:2 = transform.structured.tile_using_for %0 tile_sizes [2, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %2 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
    %3, %k:2 = transform.structured.tile_using_for %2 tile_sizes [3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What is unpacked for a tile that does not start where the loop counts from is not taken to start with an inner tile.
func.func @shifted(%a: tensor<3x4xi8>, %b: tensor<12xi8>, %c: tensor<8xi8>) -> tensor<8xi8> {
  %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<3x4xi8> -> tensor<12xi8>
  %part = tensor.extract_slice %0[3] [8] [1] : tensor<12xi8> to tensor<8xi8>
  %1 = linalg.mul ins(%part, %part : tensor<8xi8>, tensor<8xi8>) outs(%c : tensor<8xi8>) -> tensor<8xi8>
  return %1 : tensor<8xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.fuse %0 tile_sizes [4] {apply_cleanup} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Packed and unpacked values are computed tile by tile.
func.func @there_and_back(%a: tensor<8xi8>, %p: tensor<2x4xi8>, %b: tensor<8xi8>) -> tensor<8xi8> {
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %p : tensor<8xi8> -> tensor<2x4xi8>
  %1 = linalg.unpack %0 inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<2x4xi8> -> tensor<8xi8>
  %2 = linalg.add ins(%1, %b : tensor<8xi8>, tensor<8xi8>) outs(%b : tensor<8xi8>) -> tensor<8xi8>
  return %2 : tensor<8xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.fuse %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What is known of the layout stays with the whole.
func.func @laid_out(%a: tensor<5xi8>, %x: i8) -> tensor<8xi8, #test.tensor_encoding<"rows">> {
  %0 = tensor.pad %a low[3] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : i8
  } : tensor<5xi8> to tensor<8xi8, #test.tensor_encoding<"rows">>
  return %0 : tensor<8xi8, #test.tensor_encoding<"rows">>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.tile_using_for %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The last thread has nothing to do, and reads nothing that is not there.
func.func @idle(%a: tensor<9xi8>, %b: tensor<5x2xi8>, %x: i8) -> tensor<5x2xi8> {
  %0 = linalg.pack %a padding_value(%x : i8) inner_dims_pos = [0] inner_tiles = [2] into %b : tensor<9xi8> -> tensor<5x2xi8>
  return %0 : tensor<5x2xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.tile_using_forall %0 num_threads [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
