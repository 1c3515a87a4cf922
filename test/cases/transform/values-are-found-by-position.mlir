// RUN: rmlir-opt %s --transform-interpreter --split-input-file

func.func @f(%a: i8, %b: i16, %t: tensor<2xf32>) -> (i8, i16) {
  return %a, %b : i8, i16
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.get_operand %0[-1] : (!transform.any_op) -> !transform.any_value
    transform.debug.emit_remark_at %1, "the last one" : !transform.any_value
    %2 = transform.get_operand %0[except(1)] : (!transform.any_op) -> !transform.any_value
    transform.debug.emit_remark_at %2, "not the second one" : !transform.any_value
    %3 = transform.get_operand %0[all] : (!transform.any_op) -> !transform.any_value
    %4 = transform.get_type %3 : (!transform.any_value) -> !transform.type
    transform.debug.emit_param_as_remark %4, "of types" : !transform.type
    // There is no third one.
    %5 = transform.get_operand %0[0, 2] : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.get_result %root[1, 1] : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}
