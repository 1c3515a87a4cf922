// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv{interleave=2})' --remarks-filter-missed=wfv --remarks-filter-passed='wfv$' --verify-semantics=50 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv-select{gain=1 width=4 table})' -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv,wfv-select{gain=1 width=4 table},wfv)' --verify-semantics -o /dev/null
// What run-time checks have found is known to hold for more iterations than the mark says, but for the subscripts; a second
// run leaves both versions alone.

func.func @interleaved(%n: index, %a: memref<33xf32>, %b: memref<33xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<33xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %b[%i] : memref<33xf32>
  }
  return
}

// Five iterations later the same element is read: four run at once, and no more.
func.func @five_apart(%n: index, %a: memref<39xf32>, %b: memref<39xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<39xf32>
    %y = memref.load %b[%i] : memref<39xf32>
    %z = arith.mulf %x, %y : f32
    %j = arith.addi %i, %c5 : index
    memref.store %z, %b[%j] : memref<39xf32>
  }
  return
}

func.func @affine(%n: index, %a: memref<33xf32>, %b: memref<33xf32>, %c: memref<33xf32>) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<33xf32>
    %y = affine.load %b[%i] : memref<33xf32>
    %z = arith.mulf %x, %y : f32
    affine.store %z, %c[%i] : memref<33xf32>
  }
  return
}

// Three columns: the stride of rows is checked, but not for more iterations than four.
func.func @rows(%n: index, %a: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%c0, %i] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %a[%c1, %i] : memref<?x?xf32, strided<[?, 1], offset: ?>>
  }
  return
}

// A nest inside of the version that stays.
func.func @nest(%n: index, %a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%j, %i] : memref<8x8xf32>
      affine.store %x, %b[%j, %i] : memref<8x8xf32>
    }
  }
  return
}
