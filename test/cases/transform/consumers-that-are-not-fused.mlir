// RUN: rmlir-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Threads do not sum up what others did.
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @sum(%a: tensor<6xi8>, %z: tensor<i8>) -> tensor<i8> {
  %0 = scf.forall (%i) = (0) to (6) step (3) shared_outs(%t = %a) -> (tensor<6xi8>) {
    %part = tensor.extract_slice %t[%i] [3] [1] : tensor<6xi8> to tensor<3xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %t[%i] [3] [1] : tensor<3xi8> into tensor<6xi8>
    }
  }
  // expected-error@below {{failed to fuse consumer of slice}}
  %1 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%0 : tensor<6xi8>) outs(%z : tensor<i8>) {
  ^bb0(%x: i8, %s: i8):
    %sum = arith.addi %x, %s : i8
    linalg.yield %sum : i8
  } -> tensor<i8>
  return %1 : tensor<i8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.test.fuse_consumer %0 into (%loop) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The result is what something is put into.
func.func @init(%a: tensor<6xi8>, %b: tensor<6xi8>) -> tensor<6xi8> {
  %0 = scf.forall (%i) = (0) to (6) step (3) shared_outs(%t = %a) -> (tensor<6xi8>) {
    %part = tensor.extract_slice %t[%i] [3] [1] : tensor<6xi8> to tensor<3xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %t[%i] [3] [1] : tensor<3xi8> into tensor<6xi8>
    }
  }
  // expected-error@below {{failed to fuse consumer of slice}}
  %1 = linalg.add ins(%b, %b : tensor<6xi8>, tensor<6xi8>) outs(%0 : tensor<6xi8>) -> tensor<6xi8>
  return %1 : tensor<6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.test.fuse_consumer %0 into (%loop) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Something that is computed from the result is needed, too.
func.func @through_another(%a: tensor<6xi8>, %b: tensor<6xi8>) -> tensor<6xi8> {
  %0 = scf.forall (%i) = (0) to (6) step (3) shared_outs(%t = %a) -> (tensor<6xi8>) {
    %part = tensor.extract_slice %t[%i] [3] [1] : tensor<6xi8> to tensor<3xi8>
    scf.forall.in_parallel {
      // expected-error@below {{failed to fuse consumer of slice}}
      tensor.parallel_insert_slice %part into %t[%i] [3] [1] : tensor<3xi8> into tensor<6xi8>
    }
  }
  %c0 = arith.constant 0 : index
  %x = tensor.extract %0[%c0] : tensor<6xi8>
  %1 = linalg.fill ins(%x : i8) outs(%b : tensor<6xi8>) -> tensor<6xi8>
  %2 = linalg.add ins(%0, %1 : tensor<6xi8>, tensor<6xi8>) outs(%b : tensor<6xi8>) -> tensor<6xi8>
  return %2 : tensor<6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %slice = transform.structured.match ops{["tensor.parallel_insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.test.fuse_consumer_using_slice %slice in (%loop) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Loops that are no nest.
func.func @loops(%a: tensor<6xi8>, %b: tensor<6xi8>) -> tensor<6xi8> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %0 = scf.for %i = %c0 to %c6 step %c2 iter_args(%s = %a) -> (tensor<6xi8>) {
    %1 = scf.for %j = %c0 to %c6 step %c2 iter_args(%t = %s) -> (tensor<6xi8>) {
      scf.yield %t : tensor<6xi8>
    }
    %2 = linalg.add ins(%1, %b : tensor<6xi8>, tensor<6xi8>) outs(%1 : tensor<6xi8>) -> tensor<6xi8>
    scf.yield %2 : tensor<6xi8>
  }
  // expected-error@below {{failed to fuse consumer of slice}}
  %3 = linalg.mul ins(%0, %b : tensor<6xi8>, tensor<6xi8>) outs(%b : tensor<6xi8>) -> tensor<6xi8>
  return %3 : tensor<6xi8>
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

// What is no loop.
func.func @no_loop(%a: tensor<6xi8>) -> tensor<6xi8> {
  %0 = linalg.mul ins(%a, %a : tensor<6xi8>, tensor<6xi8>) outs(%a : tensor<6xi8>) -> tensor<6xi8>
  return %0 : tensor<6xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expected loops around what is fused}}
    %2, %l = transform.test.fuse_consumer %0 into (%1) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
