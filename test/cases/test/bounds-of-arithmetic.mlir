// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds{reify-to-func-args}))' --allow-unregistered-dialect
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds{reify-to-func-args use-arith-ops}))' --allow-unregistered-dialect

// Results are sums, products with numbers and quotients of what is known.

func.func @linear(%a: index, %b: index) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %0 = arith.muli %a, %c3 : index
  %1 = arith.subi %0, %b : index
  %2 = arith.addi %1, %c7 : index
  %3 = arith.floordivsi %2, %c7 : index
  %4 = arith.ceildivsi %2, %c3 : index
  %5 = "test.reify_bound"(%2) : (index) -> index
  %6 = "test.reify_bound"(%3) : (index) -> index
  %7 = "test.reify_bound"(%4) {type = "UB"} : (index) -> index
  "x"(%5, %6, %7) : (index, index, index) -> ()
  return
}

// One of two values lies between them if it is known which one is greater.

func.func @choices(%a: index, %which: i1) {
  %c4 = arith.constant 4 : index
  %more = arith.addi %a, %c4 : index
  %one = arith.select %which, %more, %a : index
  %least = "test.reify_bound"(%one) {type = "LB"} : (index) -> index
  %end = "test.reify_bound"(%one) {type = "UB"} : (index) -> index
  %min = arith.minsi %a, %c4 : index
  %min_end = "test.reify_bound"(%min) {type = "UB", constant} : (index) -> index
  %max = arith.maxsi %min, %more : index
  %max_least = "test.reify_bound"(%max) {type = "LB"} : (index) -> index
  "x"(%least, %end, %min_end, %max_least) : (index, index, index, index) -> ()
  return
}

// A remainder is less than the divisor, a quotient of numbers that are not negative is rounded down.

func.func @divisions(%a: index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %known = arith.maxsi %a, %c0 : index
  %rest = arith.remsi %known, %c5 : index
  %rest_end = "test.reify_bound"(%rest) {type = "UB"} : (index) -> index
  %rest_least = "test.reify_bound"(%rest) {type = "LB"} : (index) -> index
  %unsigned_rest = arith.remui %a, %c5 : index
  %unsigned_end = "test.reify_bound"(%unsigned_rest) {type = "UB"} : (index) -> index
  %quotient = arith.divui %known, %c5 : index
  %least = "test.reify_bound"(%quotient) {type = "LB", constant} : (index) -> index
  %smaller = arith.minui %a, %known : index
  %smaller_least = "test.reify_bound"(%smaller) {type = "LB"} : (index) -> index
  "x"(%rest_end, %rest_least, %unsigned_end, %least, %smaller_least) : (index, index, index, index, index) -> ()
  return
}

// Maps of affine arithmetic, indices taken apart and put together.

func.func @affine(%a: index, %b: index) {
  %0 = affine.apply affine_map<()[s0, s1] -> (s0 * 2 + s1)>()[%a, %b]
  %1 = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%0, %b]
  %2 = affine.max affine_map<()[s0] -> (s0 - 8, 3)>()[%b]
  %3:3 = affine.delinearize_index %0 into (%a, 4, 8) : index, index, index
  %4 = affine.linearize_index [%a, %3#1, %3#2] by (4, 8) : index
  %5 = "test.reify_bound"(%0) : (index) -> index
  %6 = "test.reify_bound"(%3#2) {type = "UB", constant} : (index) -> index
  %7 = "test.reify_bound"(%2) {type = "LB", constant} : (index) -> index
  "x"(%5, %6, %7) : (index, index, index) -> ()
  "test.compare"(%4, %a) {cmp = "GE", rhs_map = affine_map<(d0) -> (d0 * 32)>} : (index, index) -> ()
  "test.compare"(%1, %b) {cmp = "LE"} : (index, index) -> ()
  "test.compare"(%b, %2) {cmp = "LE", lhs_map = affine_map<(d0) -> (d0 - 9)>} : (index, index) -> ()
  return
}
