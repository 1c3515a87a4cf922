// RUN: rmlir-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// A handle that is used later must have something to follow to.
// expected-note @below {{[0] replacement value 0}}
func.func @lost(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  // expected-note @below {{[0] replaced op}}
  %1 = arith.addi %a, %0 : i32
  %2 = arith.muli %a, %a : i32
  %3 = arith.addi %2, %1 : i32
  return %3 : i32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{replacement is required because this handle must be updated}}
    %sums = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{tracking listener failed to find replacement op during application of this transform op}}
    // expected-note @below {{replacement values belong to different ops}}
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.annotate %sums "found" : !transform.any_op
    transform.yield
  }
}

// -----

// Unless that does not matter.
func.func @may_be_lost(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %sums = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } {transform.silence_tracking_failures} : !transform.any_op
    transform.annotate %sums "found" : !transform.any_op
    transform.yield
  }
}

// -----

// A script does not transform itself.
// expected-note @below {{target payload op}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{cannot apply transform to itself (or one of its ancestors)}}
    transform.apply_cse to %root : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{expected children ops to implement PatternDescriptorOpInterface}}
    transform.apply_patterns to %root {
      // expected-note @below {{op without interface}}
      transform.param.constant 1 : i64 -> !transform.param<i64>
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.apply_conversion_patterns to %root {
      // expected-error @below {{unknown dialect or dialect not loaded: nothing}}
      transform.apply_conversion_patterns.dialect_to_llvm "nothing"
    } : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f() {
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{pattern descriptor does not specify type converter and apply_conversion_patterns op has no default type converter}}
    transform.apply_conversion_patterns to %f {
      // expected-note @below {{pattern descriptor op}}
      transform.apply_conversion_patterns.func.func_to_llvm
    } : !transform.any_op
    transform.yield
  }
}
