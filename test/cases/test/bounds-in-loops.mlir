// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds{reify-to-func-args}))' --allow-unregistered-dialect

// An induction variable is at most where the last turn is, as far as that is linear.

func.func @variables(%a: index, %b: index, %c: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %a to %b step %c {
    %0 = "test.reify_bound"(%i) {type = "LB"} : (index) -> index
    %1 = "test.reify_bound"(%i) {type = "UB"} : (index) -> index
    "x"(%0, %1) : (index, index) -> ()
  }
  scf.for %i = %c0 to %c10 step %c3 {
    %0 = "test.reify_bound"(%i) {type = "UB"} : (index) -> index
    "x"(%0) : (index) -> ()
  }
  scf.forall (%i, %j) = (1, %a) to (8, %b) step (4, 1) {
    %0 = "test.reify_bound"(%i) {type = "UB"} : (index) -> index
    %1 = "test.reify_bound"(%j) {type = "UB"} : (index) -> index
    "x"(%0, %1) : (index, index) -> ()
  }
  return
}

// What a loop carries and does not change is what it was; other numbers grow by so much in each turn.

func.func @carried(%a: index, %b: index, %t: tensor<?xf32>, %x: f32, %what: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %0:2 = scf.for %i = %a to %b step %c1 iter_args(%s = %t, %n = %a) -> (tensor<?xf32>, index) {
    %1 = linalg.fill ins(%x : f32) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    %2 = "test.reify_bound"(%s) {dim = 0} : (tensor<?xf32>) -> index
    "x"(%2) : (index) -> ()
    scf.yield %1, %n : tensor<?xf32>, index
  }
  %3 = "test.reify_bound"(%0#0) {dim = 0} : (tensor<?xf32>) -> index
  %4 = "test.reify_bound"(%0#1) : (index) -> index
  %5 = scf.for %i = %c0 to %c10 step %c1 iter_args(%n = %a) -> index {
    %more = arith.addi %n, %c1 : index
    %one = arith.select %what, %more, %n : index
    scf.yield %one : index
  }
  %6 = "test.reify_bound"(%5) {type = "UB"} : (index) -> index
  %7 = "test.reify_bound"(%5) {type = "LB"} : (index) -> index
  "x"(%3, %4, %6, %7) : (index, index, index, index) -> ()
  return
}

// A condition gives one of two values.

func.func @conditions(%a: index, %b: index, %what: i1) {
  %c4 = arith.constant 4 : index
  %0 = scf.if %what -> (index) {
    %1 = arith.addi %a, %c4 : index
    scf.yield %1 : index
  } else {
    scf.yield %a : index
  }
  %2 = "test.reify_bound"(%0) {type = "UB"} : (index) -> index
  %3 = "test.reify_bound"(%0) {type = "LB"} : (index) -> index
  "x"(%2, %3) : (index, index) -> ()
  return
}

// The numbers of structured operations go along their operands.

func.func @structured(%a: memref<?x4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<?x4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = "test.reify_bound"(%i) {type = "UB"} : (index) -> index
    %1 = "test.reify_bound"(%j) {type = "UB"} : (index) -> index
    %2 = "test.reify_bound"(%j) {type = "LB"} : (index) -> index
    "x"(%0, %1, %2) : (index, index, index) -> ()
    linalg.yield %x : f32
  }
  return
}
