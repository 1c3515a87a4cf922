// RUN: rmlir-opt %s --canonicalize --allow-unregistered-dialect

// What folding makes goes to the start of the function, unless the operation around wants it in its region.
func.func @places(%condition: i1) {
  scf.if %condition {
    %0 = arith.constant 1 : i32
    %1 = arith.addi %0, %0 : i32
    "some.use"(%1) : (i32) -> ()
  }
  "test.one_region_op"() ({
    %0 = arith.constant 2 : i32
    %1 = arith.addi %0, %0 : i32
    "some.yield"(%1) : (i32) -> ()
  }) : () -> ()
  return
}
