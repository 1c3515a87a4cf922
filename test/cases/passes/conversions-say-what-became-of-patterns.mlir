// RUN: rmlir-opt %s --convert-arith-to-llvm --debug-patterns

// The sums with overflow: that of scalars becomes an intrinsic, that of vectors of several dimensions has no lowering.
func.func @f(%a: i32, %b: vector<2x2xi32>) -> (i32, vector<2x2xi32>) {
  %0, %1 = arith.addui_extended %a, %a : i32, i1
  %2, %3 = arith.addui_extended %b, %b : vector<2x2xi32>, vector<2x2xi1>
  return %0, %2 : i32, vector<2x2xi32>
}
