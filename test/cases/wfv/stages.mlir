// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{stop-after=blocks},wfv{stop-after=masks},wfv{stop-after=linearize})'
// Properties of blocks, where masks come from, and the order for all lanes.

// Lanes part at ^a and meet in ^join; the branch of ^left is one that they take together, and stays.
func.func @nested(%x: i1, %u: i1 {pvec.clause = #pvec.uniform}) -> i32 attributes {pvec.function = #pvec.function<4, both>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %x, ^left, ^right
^left:
  cf.cond_br %u, ^one, ^two
^one:
  cf.br ^both(%c0 : i32)
^two:
  cf.br ^both(%c1 : i32)
^both(%b: i32):
  cf.br ^join(%b : i32)
^right:
  cf.br ^join(%c2 : i32)
^join(%r: i32):
  return %r : i32
}

// Lanes leave the inner loop at different times, and all leave the outer one together.
func.func @loops(%x: i32, %n: i32 {pvec.clause = #pvec.uniform}) -> i32 attributes {pvec.function = #pvec.function<4, both>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^outer(%c0, %c0 : i32, i32)
^outer(%i: i32, %s: i32):
  cf.br ^inner(%c0, %s : i32, i32)
^inner(%j: i32, %t: i32):
  %tn = arith.addi %t, %i : i32
  %jn = arith.addi %j, %c1 : i32
  %more = arith.cmpi slt, %jn, %x : i32
  cf.cond_br %more, ^inner(%jn, %tn : i32, i32), ^next
^next:
  %in = arith.addi %i, %c1 : i32
  %again = arith.cmpi slt, %in, %n : i32
  cf.cond_br %again, ^outer(%in, %tn : i32, i32), ^out
^out:
  return %tn : i32
}

// Lanes enter a cycle at two places.
func.func @irreducible(%x: i1, %n: i32) -> i32 attributes {pvec.function = #pvec.function<4, both>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.cond_br %x, ^a(%c0 : i32), ^b(%c0 : i32)
^a(%i: i32):
  %in = arith.addi %i, %c1 : i32
  cf.br ^b(%in : i32)
^b(%j: i32):
  %jn = arith.addi %j, %c1 : i32
  %more = arith.cmpi slt, %jn, %n : i32
  cf.cond_br %more, ^a(%jn : i32), ^out
^out:
  return %jn : i32
}
