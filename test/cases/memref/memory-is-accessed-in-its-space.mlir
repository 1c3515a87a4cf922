// RUN: rmlir-opt %s --bubble-down-memory-space-casts

// Accesses go around the cast, views go above it.
func.func @views(%m: memref<12xf32, 1>, %x: f32) -> memref<3xf32, strided<[4], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %any = memref.memory_space_cast %m : memref<12xf32, 1> to memref<12xf32>
  memref.store %x, %any[%c1] : memref<12xf32>
  %v = vector.load %any[%c1] : memref<12xf32>, vector<4xf32>
  %square = memref.expand_shape %any [[0, 1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  vector.store %v, %square[%c1, %c0] : memref<3x4xf32>, vector<4xf32>
  %column = memref.subview %square[0, %c1] [3, 1] [1, 1] : memref<3x4xf32> to memref<3xf32, strided<[4], offset: ?>>
  %0 = memref.atomic_rmw addf %x, %column[%c1] : (f32, memref<3xf32, strided<[4], offset: ?>>) -> f32
  return %column : memref<3xf32, strided<[4], offset: ?>>
}

// One cast goes to a space of its own; 0 is the default one.
func.func @spaces(%m: memref<*xf32, "near">, %n: memref<4xf32, 2>) -> (memref<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %far = memref.memory_space_cast %n : memref<4xf32, 2> to memref<4xf32, 3>
  %0 = memref.load %far[%c1] : memref<4xf32, 3>
  %any = memref.memory_space_cast %m : memref<*xf32, "near"> to memref<*xf32, 0>
  %ranked = memref.cast %any : memref<*xf32, 0> to memref<4xf32>
  return %ranked, %0 : memref<4xf32>, f32
}
