// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

module attributes {transform.with_named_sequence} {
  transform.named_sequence @helper(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence private @decl(!transform.any_op {transform.readonly})
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}, %v: !transform.any_value {transform.readonly}) {
    %p = transform.param.constant 42 : i64 -> !transform.param<i64>
    %m = transform.structured.match ops{["scf.for", "scf.if"]} attributes {a, b = 1 : i32} in %root : (!transform.any_op) -> !transform.any_op
    %m2 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %m3 = transform.structured.match filter_result_type = f32 in %root : (!transform.any_op) -> !transform.any_op
    %m4 = transform.structured.match filter_operand_types = [f32, i32] in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.cast %m2 : !transform.op<"scf.for"> to !transform.any_op
    %h = transform.merge_handles %m, %c : !transform.any_op
    %h2 = transform.merge_handles deduplicate %m, %c : !transform.any_op
    %s:2 = transform.split_handle %h : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %s3:2 = transform.split_handle %h {overflow_result = 1, fail_on_payload_too_small = false} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %inc = transform.include @helper failures(propagate) (%h) : (!transform.any_op) -> !transform.any_op
    %n = transform.num_associations %h : (!transform.any_op) -> !transform.param<i64>
    %par = transform.get_parent_op %h {isolated_from_above, op_name = "func.func"} : (!transform.any_op) -> !transform.any_op
    %pro = transform.get_producer_of_operand %h[0] : (!transform.any_op) -> !transform.any_op
    %con = transform.get_consumers_of_result %h[0] : (!transform.any_op) -> !transform.any_op
    %res = transform.param.constant 1 -> !transform.any_param
    transform.print %h : !transform.any_op
    transform.print
    transform.print %h {name = "x"} : !transform.any_op
    transform.annotate %h "foo" = %p : !transform.any_op, !transform.param<i64>
    transform.annotate %h "bar" : !transform.any_op
    transform.foreach %h : !transform.any_op {
    ^bb0(%e: !transform.any_op):
      transform.print %e : !transform.any_op
    }
    %fr = transform.foreach %h, %h : !transform.any_op, !transform.any_op -> !transform.any_op {
    ^bb0(%e: !transform.any_op, %f: !transform.any_op):
      transform.yield %e : !transform.any_op
    }
    transform.alternatives %h : !transform.any_op {
    ^bb0(%e: !transform.any_op):
      transform.yield
    }, {
    ^bb0(%e: !transform.any_op):
      transform.yield
    }
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%e: !transform.any_op):
      transform.verify %e : !transform.any_op
      %sel = transform.select "scf.for" in %e : (!transform.any_op) -> !transform.any_op
    }
    %f1, %f2 = transform.loop.forall_to_for %h : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f3 = transform.loop.forall_to_parallel %h : (!transform.any_op) -> (!transform.any_op)

    transform.scf.take_assumed_branch %f3 take_else_branch : (!transform.any_op) -> ()
    transform.yield
  }
}
