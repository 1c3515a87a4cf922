// RUN: rmlir-opt %s --transform-interpreter --split-input-file

// Choices that are made: an option of a knob, a part of the script by number and by parameter.
func.func @f() {
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %n = transform.tune.knob<"n"> = 1 from options = [0, 1] -> !transform.any_param
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %0 = transform.tune.alternatives<"what"> selected_region = 0 -> !transform.any_op {
      transform.yield %f : !transform.any_op
    }, {
      transform.yield %root : !transform.any_op
    }
    transform.tune.alternatives<"how"> selected_region = %n : !transform.any_param {
      transform.annotate %0 "first" : !transform.any_op
    }, {
      transform.annotate %0 "second" : !transform.any_op
    }
    transform.yield
  }
}

// -----

// One that is not.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.tune.alternatives<"open"> {
    }, {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %n = transform.tune.knob<"open"> options = [0, 1] -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %n = transform.tune.knob<"n"> = 2 from options = [0, 1] -> !transform.any_param
    transform.yield
  }
}
