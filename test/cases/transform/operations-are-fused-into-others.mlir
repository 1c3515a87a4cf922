// RUN: rmlir-opt %s --transform-interpreter --split-input-file

// The part of which there is a slice, into what is shared: it is what the tensor would have been put into.
func.func @slice(%a: tensor<6xi8>, %b: tensor<6xi8>, %x: i8) -> tensor<6xi8> {
  %0 = linalg.fill ins(%x : i8) outs(%b : tensor<6xi8>) -> tensor<6xi8>
  %1 = scf.forall (%i) = (0) to (6) step (2) shared_outs(%t = %b) -> (tensor<6xi8>) {
    %one = tensor.extract_slice %a[%i] [2] [1] : tensor<6xi8> to tensor<2xi8>
    %other = tensor.extract_slice %0[%i] [2] [1] : tensor<6xi8> to tensor<2xi8>
    %into = tensor.extract_slice %t[%i] [2] [1] : tensor<6xi8> to tensor<2xi8>
    %sum = linalg.add ins(%one, %other : tensor<2xi8>, tensor<2xi8>) outs(%into : tensor<2xi8>) -> tensor<2xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %t[%i] [2] [1] : tensor<2xi8> into tensor<6xi8>
    }
  }
  return %1 : tensor<6xi8>
}

// What is shared is computed, part by part.
func.func @shared(%a: tensor<6xi8>, %b: tensor<6xi8>, %x: i8) -> tensor<6xi8> {
  %0 = linalg.fill ins(%x : i8) outs(%b : tensor<6xi8>) -> tensor<6xi8>
  %1 = scf.forall (%i) = (0) to (6) step (2) shared_outs(%t = %0) -> (tensor<6xi8>) {
    %one = tensor.extract_slice %a[%i] [2] [1] : tensor<6xi8> to tensor<2xi8>
    %into = tensor.extract_slice %t[%i] [2] [1] : tensor<6xi8> to tensor<2xi8>
    %sum = linalg.add ins(%one, %into : tensor<2xi8>, tensor<2xi8>) outs(%into : tensor<2xi8>) -> tensor<2xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %t[%i] [2] [1] : tensor<2xi8> into tensor<6xi8>
    }
  }
  return %1 : tensor<6xi8>
}

// An element is no slice: all is computed there.
func.func @element(%a: tensor<6xi8>, %b: tensor<6xi8>, %x: i8) -> tensor<6xi8> {
  %0 = linalg.fill ins(%x : i8) outs(%b : tensor<6xi8>) -> tensor<6xi8>
  %1 = scf.forall (%i) in (6) shared_outs(%t = %a) -> (tensor<6xi8>) {
    %element = tensor.extract %0[%i] : tensor<6xi8>
    %part = tensor.splat %element : tensor<1xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %t[%i] [1] [1] : tensor<1xi8> into tensor<6xi8>
    }
  }
  return %1 : tensor<6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fills = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %loops = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %f:3 = transform.split_handle %fills : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %l:3 = transform.split_handle %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %0:2 = transform.structured.fuse_into_containing_op %f#0 into %l#0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1:2 = transform.structured.fuse_into_containing_op %f#1 into %l#1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2:2 = transform.structured.fuse_into_containing_op %f#2 into %l#2 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What is used after the loop is put together by it, too; the handle stands for the new loop.
#id = affine_map<(d0) -> (d0)>
func.func @whole(%a: tensor<6xi8>, %b: tensor<6xi8>, %c: tensor<6xi8>) -> (tensor<6xi8>, tensor<6xi8>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<6xi8>) outs(%b : tensor<6xi8>) {
  ^bb0(%x: i8, %y: i8):
    %sum = arith.addi %x, %y : i8
    linalg.yield %sum : i8
  } -> tensor<6xi8>
  %1 = linalg.mul ins(%0, %a : tensor<6xi8>, tensor<6xi8>) outs(%c : tensor<6xi8>) -> tensor<6xi8>
  return %1, %0 : tensor<6xi8>, tensor<6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loop = transform.structured.tile_using_forall %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %3, %new = transform.structured.fuse_into_containing_op %2 into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %4 = transform.get_result %new[1] : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

// A sum starts with what is there before the loop, not with what iterations before put there.
func.func @sums(%a: tensor<4x2xi8>, %b: tensor<2x6xi8>, %c: tensor<4x6xi8>) -> tensor<4x6xi8> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = linalg.matmul ins(%a, %b : tensor<4x2xi8>, tensor<2x6xi8>) outs(%c : tensor<4x6xi8>) -> tensor<4x6xi8>
  %1 = scf.for %i = %c0 to %c4 step %c2 iter_args(%t = %c) -> (tensor<4x6xi8>) {
    %part = tensor.extract_slice %0[%i, 0] [2, 6] [1, 1] : tensor<4x6xi8> to tensor<2x6xi8>
    %first = tensor.insert_slice %part into %t[0, 0] [2, 6] [1, 1] : tensor<2x6xi8> into tensor<4x6xi8>
    %whole = tensor.insert_slice %part into %first[2, 0] [2, 6] [1, 1] : tensor<2x6xi8> into tensor<4x6xi8>
    scf.yield %whole : tensor<4x6xi8>
  }
  return %1 : tensor<4x6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_into_containing_op %0 into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
