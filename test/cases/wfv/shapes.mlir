// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{stop-after=shapes})'
// What values are in neighbouring lanes: uniform, so far apart, or different.

// With eight lanes from a multiple of eight, bits below the third are consecutive and those above uniform.
func.func @bits(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %n: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, unmasked>} {
  %c7 = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %below = arith.andi %i, %c7 : index
  %cleared = arith.subi %i, %below : index
  %above = arith.shrui %i, %c3 : index
  %remainder = arith.remui %i, %c8 : index
  %quotient = arith.divui %i, %c8 : index
  %twice = arith.muli %i, %c3 : index
  %far = arith.addi %twice, %n : index
  %side = arith.cmpi ult, %i, %c16 : index
  %near = arith.cmpi ult, %i, %c7 : index
  %wide = arith.index_cast %i : index to i64
  %product = arith.muli %i, %n : index
  return
}

// From anywhere, the same bits may wrap around.
func.func @bits_of_any(%i: index {pvec.clause = #pvec.linear<1>}) attributes {pvec.function = #pvec.function<8, unmasked>} {
  %c7 = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  %below = arith.andi %i, %c7 : index
  %above = arith.shrui %i, %c3 : index
  return
}

// A loop that all lanes leave at once keeps its variable uniform; after one that they leave apart it varies.
func.func @loops(%x: i32, %n: i32 {pvec.clause = #pvec.uniform}, %o: memref<?xi32>) -> (i32, i32)
    attributes {pvec.function = #pvec.function<8, unmasked>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^together(%c0 : i32)
^together(%t: i32):
  %tn = arith.addi %t, %c1 : i32
  %more = arith.cmpi slt, %tn, %n : i32
  cf.cond_br %more, ^together(%tn : i32), ^apart(%c0 : i32)
^apart(%a: i32):
  %an = arith.addi %a, %c1 : i32
  %some = arith.cmpi slt, %an, %x : i32
  cf.cond_br %some, ^apart(%an : i32), ^out(%an : i32)
^out(%r: i32):
  %s = arith.addi %tn, %c1 : i32
  %u = arith.addi %an, %c1 : i32
  return %s, %u : i32, i32
}
