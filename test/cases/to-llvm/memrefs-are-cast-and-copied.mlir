// RUN: rmlir-opt %s --finalize-memref-to-llvm --reconcile-unrealized-casts

func.func @casts(%a: memref<4xf32, 1>, %n: index) {
  %b = memref.cast %a : memref<4xf32, 1> to memref<*xf32, 1>
  %c = memref.memory_space_cast %b : memref<*xf32, 1> to memref<*xf32>
  %d = memref.reinterpret_cast %c to offset: [%n], sizes: [2, %n], strides: [%n, 1] : memref<*xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %e = memref.transpose %d (i, j) -> (j, i) : memref<2x?xf32, strided<[?, 1], offset: ?>> to memref<?x2xf32, affine_map<(d0, d1)[s0, s1] -> (d0 + s0 + d1 * s1)>>
  return
}

// Contiguous memory is copied at once, other by a function.
func.func @copies(%a: memref<4x?xf32>, %b: memref<4x?xf32>, %c: memref<?xf32, strided<[?]>>, %d: memref<*xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<4x?xf32>
  memref.copy %c, %d : memref<?xf32, strided<[?]>> to memref<*xf32>
  return
}

func.func @shapes(%a: memref<*xf32>, %shape: memref<?xi64>, %bytes: memref<64xi8>, %i: index) -> memref<*xf32> {
  %b = memref.reshape %a(%shape) : (memref<*xf32>, memref<?xi64>) -> memref<*xf32>
  %c = memref.view %bytes[%i][%i] : memref<64xi8> to memref<2x?xf32>
  return %b : memref<*xf32>
}
