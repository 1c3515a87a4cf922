// RUN: rmlir-opt %s --split-input-file --memref-emulate-wide-int=widest-int-supported=32 --verify-diagnostics

// What is computed from elements is emulated, too. Names and alignments of accesses go away.
func.func @sum(%n: index, %i: index) {
  %m = memref.alloc(%n) {alignment = 16 : i64} : memref<?x4xi64, 3>
  %c7 = arith.constant 7 : i64
  memref.store %c7, %m[%i, %i] {nontemporal = true} : memref<?x4xi64, 3>
  %0 = memref.load %m[%i, %i] : memref<?x4xi64, 3>
  %1 = arith.andi %0, %c7 : i64
  memref.store %1, %m[%i, %i] : memref<?x4xi64, 3>
  return
}

// Narrow integers and floats stay as they are.
func.func @narrow(%m: memref<4xi32>, %f: memref<4xf64>, %i: index, %x: i32, %y: f64) {
  memref.store %x, %m[%i] : memref<4xi32>
  memref.store %y, %f[%i] : memref<4xf64>
  return
}

// -----

// Integers of more than twice the width cannot be emulated.
func.func @too_wide(%m: memref<4xi128>, %i: index) {
  // expected-error@+1 {{failed to legalize operation 'memref.load' that was explicitly marked illegal}}
  %0 = memref.load %m[%i] : memref<4xi128>
  return
}
