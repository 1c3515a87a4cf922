// RUN: rmlir-opt %s --canonicalize

// The operands of all cases are one group; each case keeps its own.
func.func @f(%a: i32, %b: i64) -> i64 {
  cf.br ^loop(%a, %b : i32, i64)
^loop(%unused: i32, %used: i64):
  %0 = arith.addi %unused, %a : i32
  "func.call"(%used) <{callee = @g}> : (i64) -> ()
  cf.switch %a : i32, [
    default: ^end(%used : i64),
    0: ^loop(%0, %b : i32, i64),
    1: ^loop(%unused, %used : i32, i64)
  ]
^end(%last: i64):
  return %last : i64
}

func.func private @g(i64)
