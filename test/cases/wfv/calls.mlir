// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,canonicalize,cse)'
// Calls go to variants if they have one for what lanes have, and else one by one.

func.func private @unknown(i32) -> i32

func.func @scaled(%x: i32, %f: i32 {pvec.clause = #pvec.uniform}) -> i32 attributes {pvec.function = #pvec.function<2, both>} {
  %r = arith.muli %x, %f : i32
  return %r : i32
}

func.func @calls(%x: i32, %n: i32 {pvec.clause = #pvec.uniform}) -> i32 attributes {pvec.function = #pvec.function<2, both>} {
  %a = func.call @scaled(%x, %n) : (i32, i32) -> i32
  %b = func.call @scaled(%n, %a) : (i32, i32) -> i32
  %c = func.call @unknown(%b) : (i32) -> i32
  return %c : i32
}

// A function that calls itself does so by its variant with a mask.
func.func @again(%n: i32) -> i32 attributes {pvec.function = #pvec.function<2, both>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %more = arith.cmpi sgt, %n, %c0 : i32
  %r = scf.if %more -> i32 {
    %less = arith.subi %n, %c1 : i32
    %s = func.call @again(%less) : (i32) -> i32
    %t = arith.addi %s, %n : i32
    scf.yield %t : i32
  } else {
    scf.yield %c0 : i32
  }
  return %r : i32
}
