// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{blend-stores},canonicalize,cse)'
// Lanes that are off store what they have read, if nothing was written since but by the lanes that store.

// Both rows are stored whole.
func.func @exchanged(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32> {pvec.clause = #pvec.uniform},
    %b: memref<?xf32> {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<4, unmasked>} {
  %x = memref.load %a[%i] : memref<?xf32>
  %y = memref.load %b[%i] : memref<?xf32>
  %c = arith.cmpf ogt, %x, %y : f32
  scf.if %c {
    memref.store %y, %a[%i] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  }
  return
}

// The lanes that are off at the second store have written at the first one.
func.func @either(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32> {pvec.clause = #pvec.uniform},
    %f: f32) attributes {pvec.function = #pvec.function<4, unmasked>} {
  %x = memref.load %a[%i] : memref<?xf32>
  %c = arith.cmpf ogt, %x, %f : f32
  scf.if %c {
    memref.store %f, %a[%i] : memref<?xf32>
  } else {
    %y = arith.addf %x, %f : f32
    memref.store %y, %a[%i] : memref<?xf32>
  }
  return
}

// Not all lanes have read the row.
func.func @read_by_some(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32> {pvec.clause = #pvec.uniform},
    %f: f32, %c: i1) attributes {pvec.function = #pvec.function<4, unmasked>} {
  scf.if %c {
    %x = memref.load %a[%i] : memref<?xf32>
    %d = arith.cmpf ogt, %x, %f : f32
    scf.if %d {
      memref.store %f, %a[%i] : memref<?xf32>
    }
  }
  return
}

// A function may write anything.
func.func private @unknown()
func.func @called(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32> {pvec.clause = #pvec.uniform},
    %f: f32) attributes {pvec.function = #pvec.function<2, unmasked>} {
  %x = memref.load %a[%i] : memref<?xf32>
  func.call @unknown() : () -> ()
  %c = arith.cmpf ogt, %x, %f : f32
  scf.if %c {
    memref.store %f, %a[%i] : memref<?xf32>
  }
  return
}

// Each round may find something else in memory.
func.func @in_a_loop(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32> {pvec.clause = #pvec.uniform},
    %f: f32) attributes {pvec.function = #pvec.function<4, unmasked>} {
  %x = memref.load %a[%i] : memref<?xf32>
  scf.while (%y = %x) : (f32) -> f32 {
    %c = arith.cmpf ogt, %y, %f : f32
    scf.condition(%c) %y : f32
  } do {
  ^bb0(%y: f32):
    %z = arith.subf %y, %f : f32
    memref.store %z, %a[%i] : memref<?xf32>
    scf.yield %z : f32
  }
  return
}
