// RUN: rmlir-opt %s --convert-arith-to-llvm --debug-patterns

// The first sum becomes an intrinsic, that of a float which LLVM does not have stays.
func.func @f(%a: i32, %b: f8E4M3FN) -> (i32, f8E4M3FN) {
  %0, %1 = arith.addui_extended %a, %a : i32, i1
  %2 = arith.addf %b, %b : f8E4M3FN
  return %0, %2 : i32, f8E4M3FN
}
