// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{target=avx2 table})' --remarks-filter-missed=wfv-select
// RUN: rmlir-run %s --entry taken --args 19 random:19 0.5 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{target=avx2},wfv{target=avx2})' | rmlir-run - --entry taken --args 19 random:19 0.5 --print-arguments
// Loops and functions that nobody has marked.

func.func @polynomial(%x: f32, %by: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %a = arith.mulf %x, %by : f32
  %b = arith.addf %a, %one : f32
  %c = arith.mulf %b, %x : f32
  %d = arith.divf %c, %b : f32
  return %d : f32
}

func.func @taken(%n: index, %a: memref<19xf32>, %by: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<19xf32>
    %y = func.call @polynomial(%x, %by) : (f32, f32) -> f32
    memref.store %y, %a[%i] : memref<19xf32>
  }
  return
}

// An affine loop; the one inside runs for each lane.
func.func @affine(%a: memref<64x64xf32>, %b: memref<64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%j, %i] : memref<64x64xf32>
      %y = affine.load %b[%i] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %b[%i] : memref<64xf32>
    }
  }
  return
}

// Turns write where others read, carry a variable, or do what nobody knows.
func.func private @unknown()

func.func @dependent(%n: index, %a: memref<19xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<19xf32>
    memref.store %x, %a[%next] : memref<19xf32>
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %x = memref.load %a[%i] : memref<19xf32>
    %t = arith.addf %s, %x : f32
    scf.yield %t : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    func.call @unknown() : () -> ()
  }
  return %sum : f32
}

// Elements that are apart, and next to nothing done with them: it does not pay.
func.func @apart(%n: index, %at: memref<19xindex> {llvm.noalias}, %a: memref<19x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %at[%i] : memref<19xindex>
    %x = memref.load %a[%i, %j] : memref<19x8xf32>
    memref.store %x, %a[%i, %c0] : memref<19x8xf32>
  }
  return
}
