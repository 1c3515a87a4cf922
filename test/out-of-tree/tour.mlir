// An operation of this crate, which becomes a loop: `toy-opt` takes it down each of the three ways of the README.
func.func @bend(%x: f32) -> f32 attributes {pvec.function = #pvec.function<8, both>} {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %less = arith.mulf %x, %half : f32
  %is_low = arith.cmpf olt, %x, %zero : f32
  %y = arith.select %is_low, %less, %x : f32
  return %y : f32
}

func.func @bend_all(%from: memref<100xf32>, %to: memref<100xf32>) {
  buffers.map @bend of %from to %to {pvec.vectorize_calls = 8 : i64} : memref<100xf32>
  return
}
