// RUN: rmlir-opt %s --one-shot-bufferize --split-input-file

ml_program.global private mutable @count(dense<0> : tensor<2xi64>) : tensor<2xi64>
ml_program.global private @one(1 : i64) : i64

// The elements that stay are copied before one is changed.
func.func @add(%at: index) -> i64 {
  %0 = ml_program.global_load @count : tensor<2xi64>
  %one = ml_program.global_load @one : i64
  %1 = tensor.extract %0[%at] : tensor<2xi64>
  %2 = arith.addi %1, %one : i64
  %3 = tensor.insert %2 into %0[%at] : tensor<2xi64>
  ml_program.global_store @count = %3 : tensor<2xi64>
  return %2 : i64
}

// -----

// What is in a buffer has to be known.
ml_program.global private mutable @unknown : tensor<2xi64>
