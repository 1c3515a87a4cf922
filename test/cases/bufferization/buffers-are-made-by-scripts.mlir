// RUN: rmlir-opt %s --transform-interpreter --split-input-file

// Inside of a function; its arguments stay tensors.
func.func @inside(%t: tensor<4xi8>, %x: i8) -> i8 {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%c1] : tensor<4xi8>
  %1 = tensor.extract %0[%c1] : tensor<4xi8>
  return %1 : i8
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.bufferization.one_shot_bufferize %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "buffers" : !transform.any_op
    transform.yield
  }
}

// -----

// Arguments become buffers, of the layout that is asked for.
func.func @boundary(%t: tensor<4xi8>, %x: i8) -> tensor<4xi8> {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%c1] : tensor<4xi8>
  return %0 : tensor<4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// An allocation takes the place of an empty tensor.
func.func @empty(%n: index) -> tensor<?xi8> {
  %0 = tensor.empty(%n) : tensor<?xi8>
  return %0 : tensor<?xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %root : (!transform.any_op) -> !transform.op<"tensor.empty">
    %1 = transform.bufferization.empty_tensor_to_alloc_tensor %0 : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    transform.yield
  }
}

// -----

// A boundary needs a module; an operation is no target.
func.func @f() {
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.bufferization.one_shot_bufferize %0 {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.bufferization.one_shot_bufferize %root {dump_alias_sets = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
