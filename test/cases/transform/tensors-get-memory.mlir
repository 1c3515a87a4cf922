// RUN: rmlir-opt %s --transform-interpreter --split-input-file

// A tensor that is read is copied; one that only says where something goes is not.
func.func @f(%a: tensor<?x4xi8>, %b: tensor<4x4xi8>, %c: tensor<?x4xi8>) -> tensor<?x4xi8> {
  %0 = linalg.add ins(%a, %a : tensor<?x4xi8>, tensor<?x4xi8>) outs(%c : tensor<?x4xi8>) -> tensor<?x4xi8>
  return %0 : tensor<?x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.get_operand %0[1, 2] : (!transform.any_op) -> !transform.any_value
    %2 = transform.structured.promote_tensor to 1 %1 : !transform.any_value
    transform.debug.emit_remark_at %2, "promoted" : !transform.any_value
    transform.yield
  }
}

// -----

func.func @g(%a: index) {
  %0 = arith.addi %a, %a : index
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.get_operand %0[0] : (!transform.any_op) -> !transform.any_value
    %2 = transform.structured.promote_tensor %1 : !transform.any_value
    transform.yield
  }
}
