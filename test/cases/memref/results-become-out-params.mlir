// RUN: rmlir-opt %s --buffer-results-to-out-params
// RUN: rmlir-opt %s --buffer-results-to-out-params='add-result-attr hoist-static-allocs hoist-dynamic-allocs modify-public-functions'

// A private function fills a buffer of its caller.
func.func private @copied(%flag: i1, %from: memref<4xf32>) -> (i1, memref<4xf32>) {
  %0 = scf.if %flag -> memref<4xf32> {
    %1 = memref.alloc() : memref<4xf32>
    memref.copy %from, %1 : memref<4xf32> to memref<4xf32>
    scf.yield %1 : memref<4xf32>
  } else {
    %1 = memref.alloc() : memref<4xf32>
    scf.yield %1 : memref<4xf32>
  }
  return %flag, %0 : i1, memref<4xf32>
}

// An allocation that is given back can go to the caller.
func.func private @allocated() -> memref<8xf32> {
  %0 = memref.alloc() : memref<8xf32>
  %c0 = arith.constant 0 : index
  %x = memref.load %0[%c0] : memref<8xf32>
  memref.store %x, %0[%c0] : memref<8xf32>
  return %0 : memref<8xf32>
}

// What callers outside rely on stays, unless it is asked for.
func.func @public(%0: memref<2xf32>) -> memref<2xf32> {
  return %0 : memref<2xf32>
}

func.func @caller(%flag: i1, %0: memref<4xf32>) -> (i1, f32) {
  %1, %2 = call @copied(%flag, %0) : (i1, memref<4xf32>) -> (i1, memref<4xf32>)
  %3 = call @allocated() : () -> memref<8xf32>
  %c0 = arith.constant 0 : index
  %4 = memref.load %2[%c0] : memref<4xf32>
  %5 = memref.load %3[%c0] : memref<8xf32>
  %6 = arith.addf %4, %5 : f32
  return %1, %6 : i1, f32
}
