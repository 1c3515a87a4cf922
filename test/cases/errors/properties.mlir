// RUN: rmlir-opt %s --split-input-file --allow-unregistered-dialect

func.func @wrong_kind(%a: i32) {
  %0 = "arith.cmpi"(%a, %a) <{predicate = "less"}> : (i32, i32) -> i1
  return
}

// -----

func.func @no_dictionary(%a: i32) {
  %0 = "arith.addi"(%a, %a) <[1]> : (i32, i32) -> i32
  return
}

// -----

func.func @no_properties() {
  "func.return"() <{a = 1}> : () -> ()
}

// -----

func.func @too_few_sizes(%c: i1) {
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0>}> : (i1) -> ()
^bb1:
  return
}

// -----

func.func @wrong_attribute(%c: i1) {
  "cf.assert"(%c) {msg = 1 : i32} : (i1) -> ()
  return
}
