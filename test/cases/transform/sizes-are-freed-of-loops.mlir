// RUN: rmlir-opt %s --split-input-file --allow-unregistered-dialect --transform-interpreter --canonicalize
// RUN: rmlir-opt %s --split-input-file --allow-unregistered-dialect --transform-interpreter

// What depends on the turn of a loop is made as large as in any turn, and a part of it used. Subviews of it are made
// again, other users take it as it is.

func.func @memory(%n: index, %m: index, %x: f32, %at: index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c1 to %n step %c8 {
    %size = affine.min affine_map<(d0)[s0] -> (16, s0 - d0)>(%i)[%m]
    %rows = memref.alloca(%size, %m) {alignment = 64 : i64} : memref<?x?xf32>
    %row = memref.subview %rows[%at, 0] [1, %m] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "x"(%row) : (memref<?xf32, strided<[1], offset: ?>>) -> ()
    memref.store %x, %rows[%at, %at] : memref<?x?xf32>
    %kept = "y"(%rows) : (memref<?x?xf32>) -> memref<?x?xf32>
    func.call @z(%rows) : (memref<?x?xf32>) -> ()
  }
  return
}

func.func private @z(memref<?x?xf32>)

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %alloca = transform.structured.match ops{["memref.alloca"]} in %root : (!transform.any_op) -> !transform.any_op
    %part = transform.memref.make_loop_independent %alloca {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @tensors(%n: index, %m: index, %step: index, %t: tensor<4x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %step {
    scf.for %j = %i to %m step %step {
      %left = arith.subi %m, %j : index
      %more = affine.apply affine_map<(d0, d1)[s0] -> (d0 - d1 + s0 * 2)>(%j, %i)[%n]
      %empty = tensor.empty(%left) : tensor<2x?xf32>
      %padded = tensor.pad %t low[%i, 1] high[2, %more] {
      ^bb0(%a: index, %b: index):
        tensor.yield %x : f32
      } : tensor<4x?xf32> to tensor<?x?xf32>
      "x"(%empty, %padded) : (tensor<2x?xf32>, tensor<?x?xf32>) -> ()
    }
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %ops = transform.structured.match ops{["tensor.empty", "tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %slices = transform.tensor.make_loop_independent %ops {num_loops = 2} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Nothing is to be done for what depends on no loop.

func.func @independent(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %a = memref.alloca(%n) : memref<?xf32>
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
