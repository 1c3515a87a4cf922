// RUN: rmlir-opt %s --buffer-loop-hoisting --verify-semantics=30

// An allocation leaves a loop only if nothing frees it there, and no iteration can still have the buffer of another one.
// (22 moves the first two out, and what is freed is used again.)

func.func @inloop(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %o = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.alloc() : memref<4xf32>
    memref.store %f, %a[%i] : memref<4xf32>
    %v = memref.load %a[%i] : memref<4xf32>
    memref.store %v, %o[%i] : memref<4xf32>
    memref.dealloc %a : memref<4xf32>
  }
  %r = memref.load %o[%c0] : memref<4xf32>
  memref.dealloc %o : memref<4xf32>
  return %r : f32
}

func.func @loopbox() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %box = memref.alloc() : memref<4xmemref<4xf32>>
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.alloc() : memref<4xf32>
    %ii = arith.index_cast %i : index to i32
    %v = arith.sitofp %ii : i32 to f32
    memref.store %v, %a[%c0] : memref<4xf32>
    memref.store %a, %box[%i] : memref<4xmemref<4xf32>>
  }
  %l = memref.load %box[%c0] : memref<4xmemref<4xf32>>
  %r = memref.load %l[%c0] : memref<4xf32>
  return %r : f32
}

func.func @loopyield() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %z = memref.alloc() : memref<4xf32>
  memref.store %f, %z[%c0] : memref<4xf32>
  %l = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %z) -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    %v = memref.load %x[%c0] : memref<4xf32>
    %w = arith.mulf %v, %f : f32
    memref.store %w, %a[%c0] : memref<4xf32>
    %q = memref.load %x[%c0] : memref<4xf32>
    %w2 = arith.addf %w, %q : f32
    memref.store %w2, %a[%c0] : memref<4xf32>
    scf.yield %a : memref<4xf32>
  }
  %r = memref.load %l[%c0] : memref<4xf32>
  return %r : f32
}

func.func @initialzero() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %o = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.alloca() : memref<4xf32>
    memref.store %f, %a[%i] : memref<4xf32>
    %v = memref.load %a[%i] : memref<4xf32>
    memref.store %v, %o[%i] : memref<4xf32>
  }
  %r = memref.load %o[%c0] : memref<4xf32>
  return %r : f32
}

func.func private @keep(%m: memref<4xf32>, %k: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  memref.store %m, %k[%c0] : memref<1xmemref<4xf32>>
  return }

func.func @alloca_kept() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %g = arith.constant 5.0 : f32
  %box = memref.alloca() : memref<4xmemref<4xf32>>
  affine.for %i = 0 to 4 {
    %a = memref.alloca() : memref<4xf32>
    %is = arith.cmpi eq, %i, %c0 : index
    %v = arith.select %is, %f, %g : f32
    memref.store %v, %a[%c0] : memref<4xf32>
    memref.store %a, %box[%i] : memref<4xmemref<4xf32>>
  }
  %l = memref.load %box[%c0] : memref<4xmemref<4xf32>>
  %r = memref.load %l[%c0] : memref<4xf32>
  return %r : f32
}

func.func @freed_by_a_view() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %o = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.alloc() : memref<4xf32>
    memref.store %f, %a[%i] : memref<4xf32>
    %v = memref.load %a[%i] : memref<4xf32>
    memref.store %v, %o[%i] : memref<4xf32>
    %u = memref.cast %a : memref<4xf32> to memref<*xf32>
    memref.dealloc %u : memref<*xf32>
  }
  %r = memref.load %o[%c0] : memref<4xf32>
  memref.dealloc %o : memref<4xf32>
  return %r : f32
}

func.func @passed_and_kept() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %g = arith.constant 5.0 : f32
  %box = memref.alloc() : memref<1xmemref<4xf32>>
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.alloc() : memref<4xf32>
    %is = arith.cmpi eq, %i, %c0 : index
    %v = arith.select %is, %f, %g : f32
    memref.store %v, %a[%c0] : memref<4xf32>
    scf.if %is {
      func.call @keep(%a, %box) : (memref<4xf32>, memref<1xmemref<4xf32>>) -> ()
    }
  }
  %l = memref.load %box[%c0] : memref<1xmemref<4xf32>>
  %r = memref.load %l[%c0] : memref<4xf32>
  return %r : f32
}
