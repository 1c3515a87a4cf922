// RUN: rmlir-opt %s --transform-interpreter

func.func private @use(%i: index, %j: index)

func.func @f(%n: index, %m: index) {
  scf.forall (%i, %j) in (%n, 4) {
    func.call @use(%i, %j) : (index, index) -> ()
  } {first}
  scf.forall (%i) in (%m) {
    func.call @use(%i, %i) : (index, index) -> ()
  } {second}
  scf.parallel (%i, %j) = (%n, %n) to (%m, %m) step (%n, %m) {
    func.call @use(%i, %j) : (index, index) -> ()
  }
  return
}

func.func @g(%flag: i1) -> i32 {
  %0 = scf.if %flag -> i32 {
    %1 = arith.constant 1 : i32
    scf.yield %1 : i32
  } else {
    %2 = arith.constant 2 : i32
    scf.yield %2 : i32
  }
  return %0 : i32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @parallel(%loop: !transform.any_op {transform.consumed}) -> !transform.any_op {
    %0 = transform.loop.forall_to_parallel %loop : (!transform.any_op) -> !transform.any_op
    transform.yield %0 : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["scf.parallel"]} in %root : (!transform.any_op) -> !transform.any_op
    %pf = transform.loop.parallel_for_to_nested_fors %p : (!transform.any_op) -> !transform.any_op
    transform.annotate %pf "from_parallel" : !transform.any_op
    %1 = transform.structured.match attributes {first} in %root : (!transform.any_op) -> !transform.any_op
    %outer, %inner = transform.loop.forall_to_for %1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %42 = transform.param.constant 42 : i64 -> !transform.param<i64>
    transform.annotate %inner "depth" = %42 : !transform.any_op, !transform.param<i64>
    %around = transform.get_parent_op %inner : (!transform.any_op) -> !transform.any_op
    transform.annotate %around "outer" : !transform.any_op
    %2 = transform.structured.match attributes {second} in %root : (!transform.any_op) -> !transform.any_op
    %3 = transform.include @parallel failures(propagate) (%2) : (!transform.any_op) -> !transform.any_op
    %if = transform.structured.match ops{["scf.if"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.scf.take_assumed_branch %if take_else_branch : (!transform.any_op) -> ()
    transform.yield
  }
}

// DIFFERS: calls in parallel loops come in any order, and a script may say which branch is taken
