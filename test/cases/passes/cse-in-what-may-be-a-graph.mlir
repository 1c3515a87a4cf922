// RUN: rmlir-opt %s --allow-unregistered-dialect --cse

// One block in an operation that nobody knows may be a graph, where uses come before definitions, and the operation may
// keep the values around it out.
func.func @f(%x: i32) {
  "x.graph"() ({
    %0 = "x.before"(%0, %1) : (i32, i32) -> i32
    %1 = arith.addi %x, %x : i32
    %2 = arith.addi %x, %x : i32
    "x.use"(%1, %2, %3) : (i32, i32, i32) -> ()
    %3 = arith.addi %x, %x : i32
    "x.inner"() ({
      %4 = arith.addi %x, %x : i32
      "x.use"(%4) : (i32) -> ()
      "x.end"() : () -> ()
    }) : () -> ()
    "x.end"() : () -> ()
  }) : () -> ()
  return
}
