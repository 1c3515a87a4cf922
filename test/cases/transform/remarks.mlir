// RUN: rmlir-opt %s --transform-interpreter --verify-diagnostics

// expected-remark @below {{a function}}
// expected-remark @below {{numbers: 1 : i64, 2 : i64}}
func.func @f() {
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %f, "a function" : !transform.any_op
    %1 = transform.param.constant 1 : i64 -> !transform.param<i64>
    %2 = transform.param.constant 2 : i64 -> !transform.param<i64>
    %both = transform.merge_handles %1, %2 : !transform.param<i64>
    transform.debug.emit_param_as_remark %both, "numbers:" at %f : !transform.param<i64>, !transform.any_op
    // expected-remark @below {{2 : i64}}
    transform.debug.emit_param_as_remark %2 : !transform.param<i64>
    transform.yield
  }
}
