// RUN: rmlir-opt %s --transform-interpreter --split-input-file

// Arguments and results in another order, in calls, too.
func.func private @f(%a: i8, %b: i16 {llvm.noundef}, %c: i32) -> (i16, i8) {
  %0 = arith.trunci %c : i32 to i8
  %1 = arith.addi %a, %0 : i8
  return %b, %1 : i16, i8
}

func.func @g(%a: i8, %b: i16, %c: i32) -> (i8, i16) {
  %0:2 = call @f(%a, %b, %c) : (i8, i16, i32) -> (i16, i8)
  return %0#1, %0#0 : i8, i16
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [2, 0, 1] results_interchange = [1, 0] at %root {adjust_func_calls} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %1 "changed" : !transform.any_op
    transform.yield
  }
}

// -----

// The call gives the same value twice.
func.func private @f(%a: i8, %b: i8, %c: i8) -> i8 {
  %0 = arith.subi %a, %b : i8
  %1 = arith.muli %0, %c : i8
  return %1 : i8
}

func.func @g(%a: i8, %b: i8) -> i8 {
  %0 = call @f(%a, %b, %a) : (i8, i8, i8) -> i8
  return %0 : i8
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0, %1 = transform.func.deduplicate_func_args @f at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A call in the place of an operation, with casts of what it takes and gives.
func.func @f(%a: tensor<2x3xi8>) -> tensor<6xi8> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<2x3xi8> into tensor<6xi8>
  return %0 : tensor<6xi8>
}

func.func private @flatten(%a: tensor<?x?xi8>) -> tensor<?xi8> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<?x?xi8> into tensor<?xi8>
  return %0 : tensor<?xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %ops = transform.structured.match ops{["tensor.collapse_shape"]} in %root : (!transform.any_op) -> !transform.any_op
    %op, %other = transform.split_handle %ops : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %in = transform.get_operand %op[all] : (!transform.any_op) -> !transform.any_value
    %out = transform.get_result %op[0] : (!transform.any_op) -> !transform.any_value
    %call = transform.func.cast_and_call @flatten(%in) -> %out before %op {
      transform.type_conversion.tensor.cast_shape_dynamic_dims
    } : (!transform.any_value, !transform.any_value, !transform.any_op) -> !transform.any_op
    transform.annotate %call "new" : !transform.any_op
    transform.yield
  }
}

// -----

// What is known of the value would be lost.
func.func @f(%a: tensor<?xi8>) -> tensor<?xi8> {
  return %a : tensor<?xi8>
}

func.func private @g(tensor<4xi8>)

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    %in = transform.get_operand %op[0] : (!transform.any_op) -> !transform.any_value
    transform.func.cast_and_call @g(%in) before %op {
      transform.type_conversion.tensor.cast_shape_dynamic_dims
    } : (!transform.any_value, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
