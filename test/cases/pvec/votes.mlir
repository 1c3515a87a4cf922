// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,canonicalize,cse)'
// RUN: rmlir-run %s --entry alone --args true
// RUN: rmlir-run %s --entry alone --args false
// What lanes have in common is asked for those that are on; branches on the answer stay.

func.func @together(%x: i32, %y: i1) -> i32 attributes {pvec.function = #pvec.function<4, both>} {
  %zero = arith.constant 0 : i32
  %c2 = arith.constant 2 : index
  %is = arith.cmpi slt, %x, %zero : i32
  %all = pvec.vote_all %is
  cf.cond_br %all, ^one, ^other
^one:
  cf.br ^out(%x : i32)
^other:
  %n = pvec.vote_count %y
  %many = arith.cmpi ugt, %n, %c2 : index
  %r = arith.select %many, %zero, %x : i32
  cf.br ^out(%r : i32)
^out(%s: i32):
  return %s : i32
}

func.func @alone(%bit: i1) -> (i1, index) {
  %all = pvec.vote_all %bit
  %n = pvec.vote_count %bit
  return %all, %n : i1, index
}
