// RUN: rmlir-opt %s --transform-interpreter --allow-unregistered-dialect

func.func @equal(%a: i32) -> (i32, i32) {
  %0 = arith.muli %a, %a : i32
  %1 = arith.muli %a, %a : i32
  return %0, %1 : i32, i32
}

func.func @dead(%a: i32) {
  %0 = arith.muli %a, %a : i32
  %1 = arith.addi %0, %a : i32
  return
}

func.func @invariant(%a: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.muli %a, %a : index
    "use"(%0, %i) : (index, index) -> ()
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %equal, %dead, %invariant = transform.split_handle %functions
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.apply_cse to %equal : !transform.any_op
    transform.apply_dce to %dead : !transform.any_op
    %loop = transform.structured.match ops{["scf.for"]} in %invariant : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %loop : !transform.any_op
    transform.yield
  }
}
