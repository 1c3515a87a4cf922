// RUN: rmlir-opt %s --canonicalize

// Buffers in the list twice, never freed, or allocated for nothing.

func.func @twice(%a: memref<2xf32>, %c: i1, %d: i1) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%a, %a : memref<2xf32>, memref<2xf32>) if (%c, %d)
                               retain (%a, %a : memref<2xf32>, memref<2xf32>)
  return %0#0, %0#1 : i1, i1
}

func.func @never(%a: memref<2xf32>, %b: memref<2xf32>, %c: i1) {
  %false = arith.constant false
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<2xf32>) if (%c, %false)
  return
}

func.func @unused() {
  %true = arith.constant true
  %a = memref.alloc() : memref<2xf32>
  bufferization.dealloc (%a : memref<2xf32>) if (%true)
  return
}
