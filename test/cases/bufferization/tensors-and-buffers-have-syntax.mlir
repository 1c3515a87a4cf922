// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

// Every operation of the dialect, with what is optional in it.

func.func @conversions(%m: memref<?x4xf32, 1>) -> memref<?x4xf32> {
  %t = bufferization.to_tensor %m restrict writable : memref<?x4xf32, 1> to tensor<?x4xf32>
  %b = bufferization.to_buffer %t read_only : tensor<?x4xf32> to memref<?x4xf32>
  return %b : memref<?x4xf32>
}

func.func @allocations(%n: index, %m: memref<*xi8>) -> (tensor<?xf32>, memref<*xi8>) {
  %a = bufferization.alloc_tensor(%n) size_hint=%n : tensor<?xf32>
  %b = bufferization.alloc_tensor() copy(%a) {memory_space = 3 : i64} : tensor<?xf32>
  bufferization.dealloc_tensor %a : tensor<?xf32>
  %c = bufferization.clone %m : memref<*xi8> to memref<*xi8>
  return %b, %c : tensor<?xf32>, memref<*xi8>
}

func.func @destinations(%t: tensor<?xf32>, %dest: tensor<?xf32>, %m: memref<?xf32>) -> tensor<?xf32> {
  %0 = bufferization.materialize_in_destination %t in %dest : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<?xf32>, memref<?xf32>) -> ()
  return %0 : tensor<?xf32>
}

func.func @ends(%a: memref<2xf32>, %b: memref<4xi32>, %c: i1) -> i1 {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<4xi32>) if (%c, %c)
  %0 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%b : memref<4xi32>)
  return %0 : i1
}
