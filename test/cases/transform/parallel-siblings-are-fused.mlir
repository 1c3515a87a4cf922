// RUN: rmlir-opt %s --transform-interpreter --split-input-file

// Two loops with the same iterations are one; what threads give comes in the order of the loops.
func.func @twins(%a: tensor<4xi8>, %b: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>) {
  %c1 = arith.constant 1 : i8
  %0 = scf.forall (%i) in (4) shared_outs(%s = %a) -> (tensor<4xi8>) {
    %x = tensor.extract %a[%i] : tensor<4xi8>
    %y = arith.addi %x, %c1 : i8
    %t = tensor.from_elements %y : tensor<1xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %s[%i] [1] [1] : tensor<1xi8> into tensor<4xi8>
    }
  }
  %1 = scf.forall (%i) in (4) shared_outs(%s = %b) -> (tensor<4xi8>) {
    %x = tensor.extract %b[%i] : tensor<4xi8>
    %y = arith.muli %x, %x : i8
    %t = tensor.from_elements %y : tensor<1xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %s[%i] [1] [1] : tensor<1xi8> into tensor<4xi8>
    }
  }
  return %0, %1 : tensor<4xi8>, tensor<4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = transform.loop.fuse_sibling %1#0 into %1#1 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.annotate %2 "both" : !transform.any_op
    transform.yield
  }
}

// -----

// The loops run differently often.
func.func @others() {
  scf.forall (%i) in (4) {
  }
  scf.forall (%i) in (5) {
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = transform.loop.fuse_sibling %1#0 into %1#1 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
