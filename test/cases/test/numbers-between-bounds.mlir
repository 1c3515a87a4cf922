// RUN: rmlir-opt %s --int-range-optimizations

// What is between 0 and 7 is less than 8.
func.func @between() -> (i1, index) {
  %0 = test.with_bounds {umin = 0 : index, umax = 7 : index, smin = 0 : index, smax = 7 : index} : index
  %c8 = arith.constant 8 : index
  %1 = arith.cmpi ult, %0, %c8 : index
  %2 = test.value_with_bounds {min = 0 : index, max = 7 : index}
  return %1, %2 : i1, index
}
