// RUN: rmlir-opt %s --transform-interpreter

func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %a : i32
  %2 = arith.addi %1, %0 : i32
  return %2 : i32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %adds = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    %muls = transform.structured.match ops{["arith.muli"]} in %root : (!transform.any_op) -> !transform.any_op
    %all = transform.merge_handles deduplicate %adds, %muls, %adds : !transform.any_op
    %n = transform.num_associations %all : (!transform.any_op) -> !transform.param<i64>
    transform.annotate %all "of" = %n : !transform.any_op, !transform.param<i64>
    %first, %second = transform.split_handle %adds : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %second "second" : !transform.any_op
    %producer = transform.get_producer_of_operand %second[0] : (!transform.any_op) -> !transform.any_op
    transform.annotate %producer "used_by_second" : !transform.any_op
    %users = transform.get_consumers_of_result %muls[0] : (!transform.any_op) -> !transform.any_op
    transform.annotate %users "uses_mul" : !transform.any_op
    %seen = transform.foreach %all : !transform.any_op -> !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %function = transform.get_parent_op %one {op_name = "func.func"} : (!transform.any_op) -> !transform.any_op
      transform.yield %function : !transform.any_op
    }
    %m = transform.num_associations %seen : (!transform.any_op) -> !transform.param<i64>
    transform.annotate %seen "operations" = %m : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
