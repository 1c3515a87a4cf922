// RUN: rmlir-opt %s --transform-interpreter --split-input-file --allow-unregistered-dialect

// A handle follows an operation that is replaced by one of its kind.
func.func @follow(%a: i32, %b: i1) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  %2 = arith.addi %c1, %a : i32
  return %1, %2 : i32, i32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %sums = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    %0:3 = transform.split_handle %sums : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.annotate %0#1 "second" : !transform.any_op
    transform.annotate %0#2 "third" : !transform.any_op
    transform.yield
  }
}

// -----

// In an operation that is not isolated patterns apply to what is inside. Subexpressions are eliminated in turn.
func.func @inside(%a: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outside = arith.addi %a, %c0 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.addi %i, %c0 : index
    %1 = arith.muli %0, %outside : index
    %2 = arith.muli %i, %outside : index
    %3 = arith.subi %1, %2 : index
    "use"(%3) : (index) -> ()
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %loop {
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    transform.yield
  }
}
