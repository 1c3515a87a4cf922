// RUN: rmlir-opt %s --transform-interpreter

func.func @pure(%data: tensor<4x6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %sum, %last = scf.for %j = %c0 to %c6 step %c1 iter_args(%acc = %zero, %at = %i) -> (i32, index) {
      %x = tensor.extract %data[%i, %j] : tensor<4x6xi32>
      %next = arith.addi %acc, %x : i32
      scf.yield %next, %i : i32, index
    }
    %shown = arith.index_cast %last : index to i32
    %s = arith.addi %shown, %sum : i32
  } {jam}
  return
}
func.func @plain(%m: memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c2 {
    memref.store %i, %m[%i] : memref<8xindex>
  } {jam}
  return
}
func.func @out(%m: memref<8xindex>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c2 iter_args(%a = %n) -> index {
    memref.store %n, %m[%i] : memref<8xindex>
    %s = arith.addi %a, %i : index
    scf.yield %s : index
  } {out}
  return %r : index
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} attributes {jam} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %0 { factor = 2 } : !transform.any_op
    %1 = transform.structured.match ops{["scf.for"]} attributes {out} in %root : (!transform.any_op) -> !transform.any_op
    %f, %c = transform.loop.outline %1 {func_name = "plain"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
