// RUN: rmlir-run %s --entry huge --args random:64 4611686018427387904 1 0 63 1 1 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --entry huge --args random:64 4611686018427387904 1 0 63 1 1 --print-arguments
// RUN: rmlir-run %s --entry huge --args random:64 9223372036854775807 2 1 20 2 4 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --entry huge --args random:64 9223372036854775807 2 1 20 2 4 --print-arguments
// RUN: rmlir-run %s --entry huge --args random:64 1152921504606846977 1 10 8 1 11 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --entry huge --args random:64 1152921504606846977 1 10 8 1 11 --print-arguments
// RUN: rmlir-run %s --entry huge --args random:64 8 -1 10 8 -1 11 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --entry huge --args random:64 8 -1 10 8 -1 11 --print-arguments
// RUN: rmlir-run %s --entry huge --args random:64 8 -2 30 8 2 0 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --entry huge --args random:64 8 -2 30 8 2 0 --print-arguments
// RUN: rmlir-run %s --entry huge --args random:64 8 1 8 8 1 0 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --entry huge --args random:64 8 1 8 8 1 0 --print-arguments
// RUN: rmlir-run %s --entry huge --args random:64 8 1 0 8 1 7 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --entry huge --args random:64 8 1 0 8 1 7 --print-arguments
// RUN: rmlir-run %s --entry huge --args random:64 8 0 5 8 1 6 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --entry huge --args random:64 8 0 5 8 1 6 --print-arguments
// RUN: rmlir-run %s --entry huge --args random:64 8 1 8 4611686018427387904 1 9 --print-arguments
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' | rmlir-run - --entry huge --args random:64 8 1 8 4611686018427387904 1 9 --print-arguments
// Run-time checks hold for no sizes and strides of which products overflow: views with sizes beyond all memory, of elements
// that are there, backward, at one element and side by side.

func.func private @k(%n: index, %a: memref<?xf32, strided<[?], offset: ?>>, %b: memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32, strided<[?], offset: ?>>
    %y = arith.addf %x, %x : f32
    memref.store %y, %b[%i] : memref<?xf32, strided<[?], offset: ?>>
  }
  return
}
func.func @huge(%a: memref<64xf32>, %size: i64, %stride: i64, %offset: i64, %size2: i64, %stride2: i64, %offset2: i64) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %s = arith.index_cast %size : i64 to index
  %t = arith.index_cast %stride : i64 to index
  %o = arith.index_cast %offset : i64 to index
  %s2 = arith.index_cast %size2 : i64 to index
  %t2 = arith.index_cast %stride2 : i64 to index
  %o2 = arith.index_cast %offset2 : i64 to index
  %u = memref.reinterpret_cast %a to offset: [%o], sizes: [%s], strides: [%t] : memref<64xf32> to memref<?xf32, strided<[?], offset: ?>>
  %v = memref.reinterpret_cast %a to offset: [%o2], sizes: [%s2], strides: [%t2] : memref<64xf32> to memref<?xf32, strided<[?], offset: ?>>
  call @k(%c8, %u, %v) : (index, memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) -> ()
  return
}
