// RUN: rmlir-opt %s --buffer-results-to-out-params --verify-semantics=20
// RUN: rmlir-opt %s --buffer-results-to-out-params=hoist-static-allocs --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --drop-equivalent-buffer-results --verify-semantics=20 -o /dev/null

// A function that returns an argument, a global, or one buffer twice, returns memory with another name: a copy is other
// memory. (22 copies all of these.)

func.func private @id(%m: memref<4xf32>) -> memref<4xf32> { return %m : memref<4xf32> }
func.func @called() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %g = arith.constant 4.0 : f32
  %a = memref.alloc() : memref<4xf32>
  memref.store %g, %a[%c0] : memref<4xf32>
  %v = call @id(%a) : (memref<4xf32>) -> memref<4xf32>
  memref.store %f, %v[%c0] : memref<4xf32>
  %r = memref.load %a[%c0] : memref<4xf32>
  return %r : f32
}
func.func private @pick(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) -> (memref<4xf32>, memref<4xf32>) { 
   %s = arith.select %c, %m, %n : memref<4xf32>
   %t = memref.cast %m : memref<4xf32> to memref<4xf32>
   return %s, %n : memref<4xf32>, memref<4xf32> }
func.func @picked(%c: i1) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %g = arith.constant 4.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %g, %a[%c0] : memref<4xf32>
  memref.store %g, %b[%c0] : memref<4xf32>
  %v:2 = call @pick(%a, %b, %c) : (memref<4xf32>, memref<4xf32>, i1) -> (memref<4xf32>, memref<4xf32>)
  memref.store %f, %v#0[%c0] : memref<4xf32>
  %r = memref.load %a[%c0] : memref<4xf32>
  %q = memref.load %v#1[%c0] : memref<4xf32>
  return %r, %q : f32, f32
}
func.func private @two(%c: i1) -> (memref<4xf32>, memref<4xf32>) { 
  %c0 = arith.constant 0 : index
  %g = arith.constant 4.0 : f32
  %a = memref.alloc() : memref<4xf32>
  memref.store %g, %a[%c0] : memref<4xf32>
   return %a, %a : memref<4xf32>, memref<4xf32> }
func.func @twice(%c: i1) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %v:2 = call @two(%c) : (i1) -> (memref<4xf32>, memref<4xf32>)
  memref.store %f, %v#0[%c0] : memref<4xf32>
  %q = memref.load %v#1[%c0] : memref<4xf32>
  return %q, %q : f32, f32
}
memref.global "private" @gl : memref<4xf32> = dense<2.0>
func.func private @glob() -> (memref<4xf32>) { 
  %g = memref.get_global @gl : memref<4xf32>
   return %g : memref<4xf32> }
func.func @globu(%c: i1) -> (f32) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %v = call @glob() : () -> (memref<4xf32>)
  memref.store %f, %v[%c0] : memref<4xf32>
  %g = memref.get_global @gl : memref<4xf32>
  %q = memref.load %g[%c0] : memref<4xf32>
  return %q : f32
}
func.func private @rec(%c: i1, %m: memref<4xf32>) -> (memref<4xf32>) { 
  %r = scf.if %c -> memref<4xf32> {
    %f = arith.constant false
    %q = func.call @rec(%f, %m) : (i1, memref<4xf32>) -> memref<4xf32>
    scf.yield %m : memref<4xf32>
  } else {
    scf.yield %m : memref<4xf32>
  }
   return %m : memref<4xf32> }
func.func @recu(%c: i1) -> (f32) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %v = call @rec(%c, %a) : (i1, memref<4xf32>) -> (memref<4xf32>)
  memref.store %f, %v[%c0] : memref<4xf32>
  %q = memref.load %a[%c0] : memref<4xf32>
  return %q : f32
}

// This one is fresh.
func.func private @fresh(%x: f32) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  return %a : memref<4xf32>
}
func.func @takes_fresh(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %a = call @fresh(%x) : (f32) -> memref<4xf32>
  %r = memref.load %a[%c0] : memref<4xf32>
  return %r : f32
}

// This one is kept in memory.
func.func private @kept(%x: f32, %box: memref<1xmemref<4xf32>>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  memref.store %a, %box[%c0] : memref<1xmemref<4xf32>>
  return %a : memref<4xf32>
}
func.func @takes_kept(%x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %box = memref.alloca() : memref<1xmemref<4xf32>>
  %a = call @kept(%x, %box) : (f32, memref<1xmemref<4xf32>>) -> memref<4xf32>
  memref.store %y, %a[%c0] : memref<4xf32>
  %b = memref.load %box[%c0] : memref<1xmemref<4xf32>>
  %r = memref.load %b[%c0] : memref<4xf32>
  return %r : f32
}
