// RUN: rmlir-opt %s --transform-interpreter --split-input-file

func.func private @use(%i: index)

func.func @peeled(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %0 = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%n]
    func.call @use(%0) : (index) -> ()
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %main, %rest = transform.loop.peel %loop : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %main "main" : !transform.any_op
    transform.annotate %rest "rest" : !transform.any_op
    transform.yield
  }
}

// -----

func.func private @use(%i: index, %x: f32) -> f32

func.func @unrolled(%n: index, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %0 = scf.for %i = %c0 to %c7 step %c1 iter_args(%acc = %x) -> f32 {
    %1 = func.call @use(%i, %acc) : (index, f32) -> f32
    scf.yield %1 : f32
  }
  %2 = scf.for %i = %c1 to %n step %c1 iter_args(%acc = %x) -> f32 {
    %3 = func.call @use(%i, %acc) : (index, f32) -> f32
    scf.yield %3 : f32
  }
  affine.for %i = 0 to 4 {
    %4 = func.call @use(%i, %x) : (index, f32) -> f32
  }
  return %0, %2 : f32, f32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match interface{LoopLikeInterface} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %loops {factor = 2} : !transform.any_op
    transform.yield
  }
}

// -----

func.func private @use(%i: index, %j: index)

func.func @coalesced() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      func.call @use(%i, %j) : (index, index) -> ()
    }
  } {outer}
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match attributes {outer} in %root : (!transform.any_op) -> !transform.any_op
    %one = transform.loop.coalesce %loop : (!transform.any_op) -> !transform.any_op
    transform.annotate %one "one" : !transform.any_op
    transform.yield
  }
}

// -----

func.func private @use(%i: index, %x: f32) -> f32

func.func @fused(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> f32 {
    %1 = func.call @use(%i, %acc) : (index, f32) -> f32
    scf.yield %1 : f32
  }
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %y) -> f32 {
    %3 = arith.addf %acc, %y : f32
    scf.yield %3 : f32
  }
  return %0, %2 : f32, f32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %both = transform.loop.fuse_sibling %second into %first
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.annotate %both "both" : !transform.any_op
    transform.yield
  }
}

// -----

func.func private @use(%i: index)

func.func @promoted() {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c2 to %c3 step %c2 {
    func.call @use(%i) : (index) -> ()
  }
  affine.for %i = 5 to 6 {
    func.call @use(%i) : (index) -> ()
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match interface{LoopLikeInterface} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.promote_if_one_iteration %loops : !transform.any_op
    transform.yield
  }
}
