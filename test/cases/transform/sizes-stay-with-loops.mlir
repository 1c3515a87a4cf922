// RUN: rmlir-opt %s --split-input-file --allow-unregistered-dialect --transform-interpreter

// There is no bound that does not mention the loop, there are not so many loops, or nobody knows how.

func.func @unbounded(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %size = memref.load %m[%i] : memref<?xindex>
    %a = memref.alloca(%size) : memref<?xf32>
    "x"(%a) : (memref<?xf32>) -> ()
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %alloca = transform.structured.match ops{["memref.alloca"]} in %root : (!transform.any_op) -> !transform.any_op
    %part = transform.memref.make_loop_independent %alloca {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @one_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %a = tensor.empty(%i) : tensor<?xf32>
    "x"(%a) : (tensor<?xf32>) -> ()
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %empty = transform.structured.match ops{["tensor.empty"]} in %root : (!transform.any_op) -> !transform.any_op
    %part = transform.tensor.make_loop_independent %empty {num_loops = 2} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @another_operation(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %a = memref.alloc(%i) : memref<?xf32>
    "x"(%a) : (memref<?xf32>) -> ()
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %alloc = transform.structured.match ops{["memref.alloc"]} in %root : (!transform.any_op) -> !transform.any_op
    %part = transform.memref.make_loop_independent %alloc {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Another size would move the elements of a memref with a layout.

func.func @layout(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %a = memref.alloca(%i) : memref<?xf32, affine_map<(d0) -> (d0 * 2)>>
    "x"(%a) : (memref<?xf32, affine_map<(d0) -> (d0 * 2)>>) -> ()
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %alloca = transform.structured.match ops{["memref.alloca"]} in %root : (!transform.any_op) -> !transform.any_op
    %part = transform.memref.make_loop_independent %alloca {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
