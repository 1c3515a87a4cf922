// RUN: rmlir-opt %s --pass-pipeline="builtin.module(transform-interpreter{debug-bind-trailing-args=func.func,#1;2})" --split-input-file
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(transform-interpreter{debug-bind-trailing-args=^arith.addi,#1;x})" --split-input-file

// Operations by their name, numbers, results; each argument takes one kind.
func.func @f(%a: i8) {
  %0 = arith.addi %a, %a : i8
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op, %f: !transform.any_op, %n: !transform.param<i64>) {
    transform.debug.emit_remark_at %f, "bound" : !transform.any_op
    transform.debug.emit_param_as_remark %n : !transform.param<i64>
    transform.sequence %root, %f : (!transform.any_op, !transform.any_op) failures(propagate) {
    ^bb0(%arg: !transform.any_op, %more: !transform.any_op):
      transform.include @inner::@more failures(propagate) (%more) : (!transform.any_op) -> ()
    }
    transform.yield
  }
  module @inner attributes {transform.with_named_sequence} {
    transform.named_sequence @more(%f: !transform.any_op {transform.readonly}) {
      transform.annotate %f "included" : !transform.any_op
      transform.yield
    }
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op, %n: !transform.param<i64>, %f: !transform.any_value) {
    transform.yield
  }
  func.func private @g()
}
