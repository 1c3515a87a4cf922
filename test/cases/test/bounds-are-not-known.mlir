// RUN: rmlir-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds{reify-to-func-args}))'

// Products of two values are not linear.

func.func @product(%a: index, %b: index) -> index {
  %0 = arith.muli %a, %b : index
  %1 = "test.reify_bound"(%0) : (index) -> index
  return %1 : index
}

// -----

// The greater one as unsigned numbers may be negative, if one of them may.

func.func @unsigned(%a: index) -> index {
  %c4 = arith.constant 4 : index
  %0 = arith.maxui %a, %c4 : index
  %1 = "test.reify_bound"(%0) {type = "LB"} : (index) -> index
  return %1 : index
}

// -----

func.func @compared(%a: index, %b: index) {
  %c1 = arith.constant 1 : index
  %more = arith.addi %a, %c1 : index
  "test.compare"(%more, %a) {cmp = "GT"} : (index, index) -> ()
  "test.compare"(%more, %a) {cmp = "LE"} : (index, index) -> ()
  "test.compare"(%more, %a) : (index, index) -> ()
  "test.compare"(%more, %b) {cmp = "LT"} : (index, index) -> ()
  "test.compare"(%more, %a) {compose} : (index, index) -> ()
  "test.compare"(%a, %b) {compose} : (index, index) -> ()
  return
}

// -----

func.func @no_such_dimension(%t: tensor<?xf32>) -> index {
  %1 = "test.reify_bound"(%t) {dim = 1} : (tensor<?xf32>) -> index
  return %1 : index
}
