// RUN: rmlir-opt %s --ownership-based-buffer-deallocation --split-input-file --verify-diagnostics

// A block that frees the buffers which it owns must not free what is still in memory: such buffers are refused. (22 frees
// them.)

func.func @retbox(%box: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  // expected-error @below {{ownership of a memref that is stored in memory is not supported}}
  %a = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%c0] : memref<4xf32>
  memref.store %a, %box[%c0] : memref<1xmemref<4xf32>>
  return
}

// -----

func.func @loopbox() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %box = memref.alloc() : memref<4xmemref<4xf32>>
  scf.for %i = %c0 to %c4 step %c1 {
  // expected-error @below {{ownership of a memref that is stored in memory is not supported}}
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

// -----

func.func @scoped() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %box = memref.alloca() : memref<1xmemref<4xf32>>
  memref.alloca_scope {
  // expected-error @below {{ownership of a memref that is stored in memory is not supported}}
    %a = memref.alloc() : memref<4xf32>
    memref.store %f, %a[%c0] : memref<4xf32>
    memref.store %a, %box[%c0] : memref<1xmemref<4xf32>>
  }
  %l = memref.load %box[%c0] : memref<1xmemref<4xf32>>
  %r = memref.load %l[%c0] : memref<4xf32>
  return %r : f32
}

// -----

func.func private @keep(%m: memref<4xf32>, %k: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  memref.store %m, %k[%c0] : memref<1xmemref<4xf32>>
  return }

func.func @kept() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %k = memref.alloca() : memref<1xmemref<4xf32>>
  // expected-error @below {{ownership of a memref that is stored in memory is not supported}}
  %a = memref.alloc() : memref<4xf32>
  call @keep(%a, %k) : (memref<4xf32>, memref<1xmemref<4xf32>>) -> ()
  %v = memref.load %k[%c0] : memref<1xmemref<4xf32>>
  memref.store %f, %v[%c0] : memref<4xf32>
  %r = memref.load %v[%c0] : memref<4xf32>
  return %r : f32
}

// -----

// What is returned is stored by the caller.
func.func private @new() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
func.func @stores_result(%box: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{ownership of a memref that is stored in memory is not supported}}
  %a = call @new() : () -> memref<4xf32>
  memref.store %a, %box[%c0] : memref<1xmemref<4xf32>>
  return
}

// -----

func.func @stores_view(%box: memref<1xmemref<2xf32, strided<[1], offset: 1>>>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{ownership of a memref that is stored in memory is not supported}}
  %a = memref.alloc() : memref<4xf32>
  %v = memref.subview %a[1][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  memref.store %v, %box[%c0] : memref<1xmemref<2xf32, strided<[1], offset: 1>>>
  return
}

// -----

// Calls without a place for it keep nothing.
func.func private @use(memref<4xf32>)
func.func @passes() {
  %a = memref.alloc() : memref<4xf32>
  call @use(%a) : (memref<4xf32>) -> ()
  return
}
