// Loops that carry tensors, or read tensors from before, keep computing what they did: no register holds a tensor.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=hexagon_v66})' --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=itanium2})' --verify-semantics

func.func @extract(%t: tensor<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> i32 {
    %x = tensor.extract %t[%i] : tensor<16xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  return %sum : i32
}
func.func @insert(%t: tensor<16xi32>, %k: i32) -> tensor<16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %t) -> tensor<16xi32> {
    %next = tensor.insert %k into %s[%i] : tensor<16xi32>
    scf.yield %next : tensor<16xi32>
  }
  return %r : tensor<16xi32>
}
func.func @slice(%t: tensor<16xi32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %c0) -> index {
    %part = tensor.extract_slice %t[0] [%i] [1] : tensor<16xi32> to tensor<?xi32>
    %n = tensor.dim %part, %c0 : tensor<?xi32>
    %next = arith.addi %s, %n : index
    scf.yield %next : index
  }
  return %r : index
}
