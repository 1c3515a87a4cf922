// RUN: rmlir-opt %s --convert-bufferization-to-memref --split-input-file

// A clone is a new buffer of the same size.
func.func @known(%m: memref<2xf32, 3>) -> memref<2xf32, 3> {
  %0 = bufferization.clone %m : memref<2xf32, 3> to memref<2xf32, 3>
  return %0 : memref<2xf32, 3>
}

// New buffers have no gaps; the type does not say so.
func.func @strided(%m: memref<?x4x?xf32, strided<[?, ?, ?], offset: ?>>) -> memref<?x4x?xf32, strided<[?, ?, ?], offset: ?>> {
  %0 = bufferization.clone %m : memref<?x4x?xf32, strided<[?, ?, ?], offset: ?>> to memref<?x4x?xf32, strided<[?, ?, ?], offset: ?>>
  return %0 : memref<?x4x?xf32, strided<[?, ?, ?], offset: ?>>
}

// The rank is known when it runs.
func.func @unranked(%m: memref<*xf32>) -> memref<*xf32> {
  %0 = bufferization.clone %m : memref<*xf32> to memref<*xf32>
  return %0 : memref<*xf32>
}

func.func @freed(%m: memref<2xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<2xf32>) if (%c)
  return
}

// -----

// No new buffer has such strides.
func.func @gaps(%m: memref<?xf32, strided<[10]>>) -> memref<?xf32, strided<[10]>> {
  %0 = bufferization.clone %m : memref<?xf32, strided<[10]>> to memref<?xf32, strided<[10]>>
  return %0 : memref<?xf32, strided<[10]>>
}

// -----

// A tensor should be gone by then.
func.func @tensor(%t: tensor<4xf32>) -> memref<4xf32> {
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
