// RUN: rmlir-opt %s --transform-interpreter --cse --split-input-file

// What is computed from the result of nested loops is computed from what each iteration puts into it.
func.func @nested(%a: tensor<4x6xi8>, %b: tensor<4x6xi8>, %c: tensor<4x6xi8>) -> (tensor<4x6xi8>, tensor<4x6xi8>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %0 = scf.for %i = %c0 to %c4 step %c2 iter_args(%s = %a) -> (tensor<4x6xi8>) {
    %1 = scf.for %j = %c0 to %c6 step %c3 iter_args(%t = %s) -> (tensor<4x6xi8>) {
      %part = tensor.extract_slice %t[%i, %j] [2, 3] [1, 1] : tensor<4x6xi8> to tensor<2x3xi8>
      %sum = linalg.add ins(%part, %part : tensor<2x3xi8>, tensor<2x3xi8>) outs(%part : tensor<2x3xi8>) -> tensor<2x3xi8>
      %whole = tensor.insert_slice %sum into %t[%i, %j] [2, 3] [1, 1] : tensor<2x3xi8> into tensor<4x6xi8>
      scf.yield %whole : tensor<4x6xi8>
    }
    scf.yield %1 : tensor<4x6xi8>
  }
  %2 = linalg.mul ins(%0, %b : tensor<4x6xi8>, tensor<4x6xi8>) outs(%c : tensor<4x6xi8>) -> tensor<4x6xi8>
  return %2, %0 : tensor<4x6xi8>, tensor<4x6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %inner, %outer = transform.split_handle %1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2, %l:2 = transform.test.fuse_consumer %0 into (%inner, %outer) : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// By threads: both results are used, and the operation has two results itself. What it needs besides is moved before the loop.
#id = affine_map<(d0) -> (d0)>
func.func @threads(%a: tensor<6xi8>, %b: tensor<6xi8>, %c: tensor<6xi8>) -> (tensor<6xi8>, tensor<6xi8>) {
  %0:2 = scf.forall (%i) = (0) to (6) step (3) shared_outs(%s = %a, %t = %b) -> (tensor<6xi8>, tensor<6xi8>) {
    %one = tensor.extract_slice %s[%i] [3] [1] : tensor<6xi8> to tensor<3xi8>
    %other = tensor.extract_slice %t[%i] [3] [1] : tensor<6xi8> to tensor<3xi8>
    %product = linalg.mul ins(%one, %other : tensor<3xi8>, tensor<3xi8>) outs(%one : tensor<3xi8>) -> tensor<3xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %product into %s[%i] [3] [1] : tensor<3xi8> into tensor<6xi8>
      tensor.parallel_insert_slice %one into %t[%i] [3] [1] : tensor<3xi8> into tensor<6xi8>
    }
  }
  %1 = linalg.sub ins(%a, %c : tensor<6xi8>, tensor<6xi8>) outs(%c : tensor<6xi8>) -> tensor<6xi8>
  %2:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%0#0, %0#1 : tensor<6xi8>, tensor<6xi8>) outs(%c, %1 : tensor<6xi8>, tensor<6xi8>) {
  ^bb0(%x: i8, %y: i8, %u: i8, %v: i8):
    %sum = arith.addi %x, %u : i8
    %difference = arith.subi %y, %v : i8
    linalg.yield %sum, %difference : i8, i8
  } -> (tensor<6xi8>, tensor<6xi8>)
  return %2#0, %2#1 : tensor<6xi8>, tensor<6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %slices = transform.structured.match ops{["tensor.parallel_insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %slices : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %loop = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %old, %new = transform.test.fuse_consumer_using_slice %first, %second in (%loop) : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// One after the other.
func.func @twice(%a: tensor<6xi8>, %b: tensor<6xi8>) -> (tensor<6xi8>, tensor<6xi8>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %0 = scf.for %i = %c0 to %c6 step %c2 iter_args(%t = %a) -> (tensor<6xi8>) {
    %part = tensor.extract_slice %t[%i] [2] [1] : tensor<6xi8> to tensor<2xi8>
    %sum = linalg.add ins(%part, %part : tensor<2xi8>, tensor<2xi8>) outs(%part : tensor<2xi8>) -> tensor<2xi8>
    %whole = tensor.insert_slice %sum into %t[%i] [2] [1] : tensor<2xi8> into tensor<6xi8>
    scf.yield %whole : tensor<6xi8>
  }
  %1 = linalg.mul ins(%0, %b : tensor<6xi8>, tensor<6xi8>) outs(%b : tensor<6xi8>) -> tensor<6xi8>
  %2 = linalg.sub ins(%b, %0 : tensor<6xi8>, tensor<6xi8>) outs(%b : tensor<6xi8>) -> tensor<6xi8>
  return %1, %2 : tensor<6xi8>, tensor<6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %slice = transform.structured.match ops{["tensor.insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %old, %new = transform.test.fuse_consumer_using_slice %slice in (%loop) num_consumer_to_fuse = 2 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What is packed is packed by parts of whole inner tiles, and what is unpacked, too.
func.func @relayouts(%a: tensor<8xi8>, %b: tensor<4x2xi8>, %c: tensor<8xi8>) -> tensor<8xi8> {
  %0 = scf.forall (%i) = (0) to (8) step (4) shared_outs(%t = %a) -> (tensor<8xi8>) {
    %part = tensor.extract_slice %t[%i] [4] [1] : tensor<8xi8> to tensor<4xi8>
    %sum = linalg.add ins(%part, %part : tensor<4xi8>, tensor<4xi8>) outs(%part : tensor<4xi8>) -> tensor<4xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %t[%i] [4] [1] : tensor<4xi8> into tensor<8xi8>
    }
  }
  %1 = linalg.pack %0 inner_dims_pos = [0] inner_tiles = [2] into %b : tensor<8xi8> -> tensor<4x2xi8>
  %2 = linalg.unpack %1 inner_dims_pos = [0] inner_tiles = [2] into %c : tensor<4x2xi8> -> tensor<8xi8>
  return %2 : tensor<8xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %pack = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    %unpack = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.test.fuse_consumer %pack into (%loop) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2, %k = transform.test.fuse_consumer %unpack into (%l) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
