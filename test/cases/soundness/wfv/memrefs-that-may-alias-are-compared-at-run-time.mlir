// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 table},wfv)' --verify-semantics=50 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 runtime-checks=0 table})' -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --engine=jit --entry overlapping --args random:64 --print-arguments
// RUN: rmlir-run %s --entry overlapping --args random:64 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --engine=jit --entry backward --args random:64 --print-arguments
// RUN: rmlir-run %s --entry backward --args random:64 --print-arguments
// Loops whose memrefs may alias run many iterations at once only if they are found to be disjoint at run time.

func.func @arguments(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %b[%i] : memref<?xf32>
  }
  return
}

// One store, two loads: two pairs.
func.func @three_arguments(%n: index, %a: memref<33xi64>, %b: memref<33xi64>, %c: memref<33xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<33xi64>
    %y = memref.load %b[%i] : memref<33xi64>
    %z = arith.addi %x, %y : i64
    memref.store %z, %c[%i] : memref<33xi64>
  }
  return
}

func.func @affine(%a: memref<?x?xi32>, %b: memref<64xi32>) {
  affine.for %i = 0 to 7 {
    %x = affine.load %a[2, %i + 1] : memref<?x?xi32>
    %y = affine.load %b[%i * 2] : memref<64xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %a[2, %i + 1] : memref<?x?xi32>
  }
  return
}

// The memref may be another one for each call: the check is before both loops.
func.func @before_the_outer_loop(%n: index, %a: memref<?xf32>, %b: memref<8xf32>, %r: memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %w = memref.load %b[%j] : memref<8xf32>
      %z = memref.load %r[%j, %i] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %v = arith.addf %w, %z : f32
      memref.store %v, %a[%i] : memref<?xf32>
    }
  }
  return
}

// Views of one buffer, which overlap or not.
func.func @views_at_unknown_offsets(%a: memref<64xi32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %o = arith.andi %n, %c31 : index
  %p = arith.andi %m, %c31 : index
  %u = memref.subview %a[%o] [16] [1] : memref<64xi32> to memref<16xi32, strided<[1], offset: ?>>
  %v = memref.subview %a[%p] [16] [2] : memref<64xi32> to memref<16xi32, strided<[2], offset: ?>>
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %v[%i] : memref<16xi32, strided<[2], offset: ?>>
    %y = arith.addi %x, %x : i32
    memref.store %y, %u[%i] : memref<16xi32, strided<[1], offset: ?>>
  }
  return
}

// Known to overlap, and known not to: there is nothing to check.
func.func @views_at_known_offsets(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %u = memref.subview %a[0] [16] [1] : memref<64xi32> to memref<16xi32, strided<[1]>>
  %v = memref.subview %a[16] [16] [1] : memref<64xi32> to memref<16xi32, strided<[1], offset: 16>>
  %w = memref.subview %a[1] [17] [1] : memref<64xi32> to memref<17xi32, strided<[1], offset: 1>>
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %v[%i] : memref<16xi32, strided<[1], offset: 16>>
    memref.store %x, %u[%i] : memref<16xi32, strided<[1]>>
  }
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %u[%i] : memref<16xi32, strided<[1]>>
    memref.store %x, %w[%i] : memref<17xi32, strided<[1], offset: 1>>
  }
  return
}

// The first element comes last.
func.func @backward(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c24 = arith.constant 24 : index
  %m1 = arith.constant -1 : index
  %n:4 = call @opaque(%c40, %c24, %m1, %c0) : (index, index, index, index) -> (index, index, index, index)
  %r = memref.reinterpret_cast %a to offset: [%n#0], sizes: [%n#1], strides: [%n#2] : memref<64xf32> to memref<?xf32, strided<[?], offset: ?>>
  %s = memref.reinterpret_cast %a to offset: [17], sizes: [24], strides: [1] : memref<64xf32> to memref<24xf32, strided<[1], offset: 17>>
  %t = memref.reinterpret_cast %a to offset: [41], sizes: [23], strides: [1] : memref<64xf32> to memref<23xf32, strided<[1], offset: 41>>
  %d = memref.reinterpret_cast %a to offset: [16], sizes: [16], strides: [-1] : memref<64xf32> to memref<16xf32, strided<[-1], offset: 16>>
  %c16 = arith.constant 16 : index
  // They overlap.
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %r[%i] : memref<?xf32, strided<[?], offset: ?>>
    memref.store %x, %s[%i] : memref<24xf32, strided<[1], offset: 17>>
  }
  // They do not.
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %r[%i] : memref<?xf32, strided<[?], offset: ?>>
    memref.store %x, %t[%i] : memref<23xf32, strided<[1], offset: 41>>
  }
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %s[%i] : memref<24xf32, strided<[1], offset: 17>>
    memref.store %x, %d[%i] : memref<16xf32, strided<[-1], offset: 16>>
  }
  return
}

func.func private @opaque(%a: index, %b: index, %c: index, %d: index) -> (index, index, index, index) {
  return %a, %b, %c, %d : index, index, index, index
}

func.func private @add(%n: index, %a: memref<?xf32, strided<[?], offset: ?>>, %b: memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32, strided<[?], offset: ?>>
    %y = memref.load %b[%i] : memref<?xf32, strided<[?], offset: ?>>
    %z = arith.addf %x, %y : f32
    memref.store %z, %b[%i] : memref<?xf32, strided<[?], offset: ?>>
  }
  return
}

// Each element becomes the sum of those before it; then halves that are apart, and an empty view.
func.func @overlapping(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c32 = arith.constant 32 : index
  %u = memref.subview %a[0] [63] [1] : memref<64xf32> to memref<63xf32, strided<[1]>>
  %v = memref.subview %a[1] [63] [1] : memref<64xf32> to memref<63xf32, strided<[1], offset: 1>>
  %w = memref.subview %a[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>
  %e = memref.subview %a[7] [%c0] [1] : memref<64xf32> to memref<?xf32, strided<[1], offset: 7>>
  %ud = memref.cast %u : memref<63xf32, strided<[1]>> to memref<?xf32, strided<[?], offset: ?>>
  %vd = memref.cast %v : memref<63xf32, strided<[1], offset: 1>> to memref<?xf32, strided<[?], offset: ?>>
  %wd = memref.cast %w : memref<32xf32, strided<[1], offset: 32>> to memref<?xf32, strided<[?], offset: ?>>
  %ed = memref.cast %e : memref<?xf32, strided<[1], offset: 7>> to memref<?xf32, strided<[?], offset: ?>>
  call @add(%c63, %ud, %vd) : (index, memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) -> ()
  call @add(%c32, %ud, %wd) : (index, memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) -> ()
  call @add(%c0, %ed, %wd) : (index, memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) -> ()
  return
}

// Elements of other sizes, in one buffer of bytes.
func.func @of_bytes(%a: memref<256xi8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %o = arith.andi %n, %c31 : index
  %c8 = arith.constant 8 : index
  %at = arith.muli %o, %c8 : index
  %u = memref.view %a[%c0][] : memref<256xi8> to memref<16xi64>
  %v = memref.view %a[%at][] : memref<256xi8> to memref<8xi8>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %v[%i] : memref<8xi8>
    %y = arith.extsi %x : i8 to i64
    memref.store %y, %u[%i] : memref<16xi64>
  }
  return
}

memref.global "private" @table : memref<16xf32> = dense<1.0>

func.func @a_global_and_an_argument(%a: memref<16xf32>, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %t = memref.get_global @table : memref<16xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<16xf32>
    memref.store %x, %t[%i] : memref<16xf32>
  }
  %last = memref.load %t[%c1] : memref<16xf32>
  memref.store %last, %out[] : memref<f32>
  return
}

// Vectors and elements in other memory spaces are not compared.
func.func @not_compared(%n: index, %a: memref<8xvector<2xf32>>, %b: memref<8xvector<2xf32>>, %c: memref<8xf32>, %d: memref<8xf32, 1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xvector<2xf32>>
    memref.store %x, %b[%i] : memref<8xvector<2xf32>>
  }
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %c[%i] : memref<8xf32>
    memref.store %x, %d[%i] : memref<8xf32, 1>
  }
  return
}

// Another memref in each iteration.
func.func @of_the_loop(%n: index, %a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.subview %a[%i] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>
    %x = memref.load %b[%i] : memref<64xf32>
    memref.store %x, %v[%c0] : memref<1xf32, strided<[1], offset: ?>>
  }
  return
}

// Views of elements that are not there are poison: that matters only if they are accessed.
func.func @views_that_are_poison(%a: memref<64xi32>, %b: memref<?xi32>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %none = arith.minsi %n, %c0 : index
  %never = arith.cmpi slt, %n, %n : index
  %v = memref.subview %a[%o] [16] [1] : memref<64xi32> to memref<16xi32, strided<[1], offset: ?>>
  scf.for %i = %c0 to %none step %c1 {
    %x = memref.load %b[%i] : memref<?xi32>
    memref.store %x, %v[%i] : memref<16xi32, strided<[1], offset: ?>>
  }
  affine.for %i = 0 to %none {
    %x = affine.load %b[%i] : memref<?xi32>
    affine.store %x, %v[%i] : memref<16xi32, strided<[1], offset: ?>>
  }
  scf.for %i = %c0 to %c2 step %c1 {
    scf.if %never {
      %x = memref.load %a[%i] : memref<64xi32>
      memref.store %x, %v[%i] : memref<16xi32, strided<[1], offset: ?>>
    }
  }
  return
}
