// RUN: rmlir-opt %s --buffer-results-to-out-params
// RUN: rmlir-opt %s --buffer-results-to-out-params=hoist-dynamic-allocs

// A caller knows the size of a dynamic result only if the allocation moves to it, with an argument for its size.
func.func private @by_argument(%n: index) -> memref<?xf32> {
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
}
func.func @caller(%n: index) -> f32 {
  %0 = call @by_argument(%n) : (index) -> memref<?xf32>
  %c0 = arith.constant 0 : index
  %1 = memref.load %0[%c0] : memref<?xf32>
  return %1 : f32
}
