// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,canonicalize,cse)'
// Variants for all lanes and for some.

// Accesses that follow each other, are apart, or are at the same place.
func.func @accesses(%i: index {pvec.clause = #pvec.linear<1>}, %n: index {pvec.clause = #pvec.uniform}, %a: memref<?x16xf32>,
    %b: memref<?xf32>, %at: index) attributes {pvec.function = #pvec.function<4, both>} {
  %row = memref.load %a[%n, %i] : memref<?x16xf32>
  %column = memref.load %a[%i, %n] : memref<?x16xf32>
  %one = memref.load %b[%n] : memref<?xf32>
  %any = memref.load %b[%at] : memref<?xf32>
  %s = arith.addf %row, %column : f32
  %t = arith.addf %one, %any : f32
  %u = arith.addf %s, %t : f32
  memref.store %u, %b[%i] : memref<?xf32>
  return
}

// Lanes part: what they bring is chosen where they meet, divisors of those that are off are 1, stores are masked.
func.func @choice(%i: index {pvec.clause = #pvec.linear<1>}, %x: i32, %y: i32, %o: memref<?xi32>) -> i32
    attributes {pvec.function = #pvec.function<4, unmasked>} {
  %c0 = arith.constant 0 : i32
  %is = arith.cmpi ne, %y, %c0 : i32
  cf.cond_br %is, ^divide, ^join(%c0 : i32)
^divide:
  %q = arith.divsi %x, %y : i32
  memref.store %q, %o[%i] : memref<?xi32>
  cf.br ^join(%q : i32)
^join(%r: i32):
  return %r : i32
}

// Lanes leave a loop at different times, with what they had then.
func.func @loop(%x: i32) -> i32 attributes {pvec.function = #pvec.function<4, masked>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %x : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %n = arith.addi %i, %c1 : i32
    scf.yield %n : i32
  }
  return %r : i32
}
