// RUN: rmlir-opt %s --promote-buffers-to-stack --verify-semantics=30

// Stack memory ends with its scope, and a buffer whose address is stored in memory, or passed to a call, may outlive it.
// (22 promotes all of these.)

func.func @retbox(%box: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%c0] : memref<4xf32>
  memref.store %a, %box[%c0] : memref<1xmemref<4xf32>>
  return
}

func.func @userbox() -> f32 {
  %c0 = arith.constant 0 : index
  %box = memref.alloc() : memref<1xmemref<4xf32>>
  call @retbox(%box) : (memref<1xmemref<4xf32>>) -> ()
  %l = memref.load %box[%c0] : memref<1xmemref<4xf32>>
  %r = memref.load %l[%c0] : memref<4xf32>
  return %r : f32
}

func.func @scoped() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %box = memref.alloca() : memref<1xmemref<4xf32>>
  memref.alloca_scope {
    %a = memref.alloc() : memref<4xf32>
    memref.store %f, %a[%c0] : memref<4xf32>
    memref.store %a, %box[%c0] : memref<1xmemref<4xf32>>
  }
  %l = memref.load %box[%c0] : memref<1xmemref<4xf32>>
  %r = memref.load %l[%c0] : memref<4xf32>
  return %r : f32
}

func.func @scopedif(%c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %l = memref.alloca_scope -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    memref.store %f, %a[%c0] : memref<4xf32>
    memref.store %f, %b[%c0] : memref<4xf32>
    %s = scf.if %c -> memref<4xf32> {
      scf.yield %a : memref<4xf32> 
    } else {
      scf.yield %b : memref<4xf32>
    }
    memref.alloca_scope.return %s : memref<4xf32>
  }
  %r = memref.load %l[%c0] : memref<4xf32>
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

func.func private @keep(%m: memref<4xf32>, %k: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  memref.store %m, %k[%c0] : memref<1xmemref<4xf32>>
  return }

func.func @kept_by_a_call(%box: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%c0] : memref<4xf32>
  call @keep(%a, %box) : (memref<4xf32>, memref<1xmemref<4xf32>>) -> ()
  return
}

func.func @kept_by_a_view(%box: memref<1xmemref<2xf32, strided<[1], offset: 1>>>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %v = memref.subview %a[1][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  memref.store %f, %v[%c0] : memref<2xf32, strided<[1], offset: 1>>
  memref.store %v, %box[%c0] : memref<1xmemref<2xf32, strided<[1], offset: 1>>>
  return
}

// Nothing keeps it: it goes to the stack.
func.func @local(%m: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %m, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  return
}
