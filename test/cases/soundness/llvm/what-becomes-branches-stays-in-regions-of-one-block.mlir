// RUN: rmlir-opt %s --finalize-memref-to-llvm
// RUN: rmlir-opt %s --convert-to-llvm -o /dev/null

// What becomes branches stays where the region takes one block only. (22 makes the blocks, and the verifier rejects them.)

func.func @scope(%x: f32) {
  affine.for %i = 0 to 4 {
    memref.alloca_scope {
      %m = memref.alloca() : memref<4xf32>
      affine.store %x, %m[0] : memref<4xf32>
    }
  }
  return
}

func.func @reshape(%u: memref<*xf32>, %s: memref<?xindex>) {
  affine.for %i = 0 to 4 {
    %r = memref.reshape %u(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
    func.call @use(%r) : (memref<*xf32>) -> ()
  }
  return
}
func.func private @use(memref<*xf32>)

func.func @atomic(%m: memref<4xf32>, %f: f32, %i: index) {
  affine.for %j = 0 to 4 {
    %x = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
    ^bb0(%v: f32):
      %y = arith.addf %v, %f : f32
      memref.atomic_yield %y : f32
    }
  }
  return
}
