// Two vectors side by side where as much is known of twice as many lanes, elements that are loaded one by one included; not
// where the block of four is lost, nor where elements are stored one by one.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{interleave=2 noalias-arguments},canonicalize,cse)'

func.func @rows(%n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %a[%i] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @blocks(%n: index, %a: memref<?xf32>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %block = arith.shrsi %i, %c2 : index
    %x = memref.load %a[%block] : memref<?xf32>
    memref.store %x, %o[%i] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @loaded(%n: index, %a: memref<?xf32>, %k: memref<?xindex>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = memref.load %k[%i] : memref<?xindex>
    %x = memref.load %a[%at] : memref<?xf32>
    memref.store %x, %o[%i] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @stored(%n: index, %a: memref<?xf32>, %k: memref<?xindex>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = memref.load %k[%i] : memref<?xindex>
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %o[%at] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
