// RUN: rmlir-opt %s --optimize-allocation-liveness --verify-semantics=30

// What was stored in memory and loaded again, passed through `memref.distinct_objects`, a tensor, a call, or control flow
// is the buffer: it is freed after the last access by that name. (22 frees it after the last use of the values that it
// sees.)

func.func @stored() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %box = memref.alloca() : memref<2xmemref<4xf32>>
  memref.store %a, %box[%c0] : memref<2xmemref<4xf32>>
  %l = memref.load %box[%c0] : memref<2xmemref<4xf32>>
  memref.store %f, %l[%c0] : memref<4xf32>
  %r = memref.load %l[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %r : f32
}

func.func @distinct() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %d:2 = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
  memref.store %f, %d#0[%c0] : memref<4xf32>
  memref.store %f, %d#1[%c0] : memref<4xf32>
  %r = memref.load %d#1[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return %r : f32
}

func.func @pointer() -> index {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %base, %off, %s, %st = memref.extract_strided_metadata %a : memref<4xf32> -> memref<f32>, index, index, index
  %v = memref.reinterpret_cast %base to offset: [0], sizes: [4], strides: [1] : memref<f32> to memref<4xf32>
  memref.store %f, %v[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %off : index
}

func.func @totensor() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%c0] : memref<4xf32>
  %t = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  %r = tensor.extract %t[%c0] : tensor<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %r : f32
}

func.func @sel(%c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  memref.store %f, %s[%c0] : memref<4xf32>
  %r = memref.load %s[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return %r : f32
}

func.func @selif(%c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %s = scf.if %c -> memref<4xf32> {
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %b : memref<4xf32>
  }
  memref.store %f, %s[%c0] : memref<4xf32>
  %r = memref.load %s[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return %r : f32
}

func.func @carried(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%c0] : memref<4xf32>
  memref.store %f, %b[%c0] : memref<4xf32>
  %s:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a, %y = %b) -> (memref<4xf32>, memref<4xf32>) {
    %v = memref.load %x[%c0] : memref<4xf32>
    %w = arith.addf %v, %f : f32
    memref.store %w, %y[%c0] : memref<4xf32>
    scf.yield %y, %x : memref<4xf32>, memref<4xf32>
  }
  %r = memref.load %s#0[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return %r : f32
}

func.func @whiled(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%c0] : memref<4xf32>
  memref.store %f, %b[%c0] : memref<4xf32>
  %s:3 = scf.while (%x = %a, %y = %b, %i = %c0) : (memref<4xf32>, memref<4xf32>, index) -> (memref<4xf32>, memref<4xf32>, index) {
    %v = memref.load %x[%c0] : memref<4xf32>
    %w = arith.addf %v, %f : f32
    memref.store %w, %y[%c0] : memref<4xf32>
    %k = arith.cmpi slt, %i, %c4 : index
    scf.condition(%k) %y, %x, %i : memref<4xf32>, memref<4xf32>, index
  } do {
  ^bb0(%x : memref<4xf32>, %y : memref<4xf32>, %i : index):
    %j = arith.addi %i, %c1 : index
    scf.yield %x, %y, %j : memref<4xf32>, memref<4xf32>, index
  }
  %r = memref.load %s#0[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return %r : f32
}

func.func @unranked() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %u = memref.cast %a : memref<4xf32> to memref<*xf32>
  %v = memref.cast %u : memref<*xf32> to memref<4xf32>
  memref.store %f, %v[%c0] : memref<4xf32>
  %r = memref.load %v[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %r : f32
}

func.func private @id(%m: memref<4xf32>) -> memref<4xf32> { return %m : memref<4xf32> }

func.func @called() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %v = call @id(%a) : (memref<4xf32>) -> memref<4xf32>
  memref.store %f, %v[%c0] : memref<4xf32>
  %r = memref.load %v[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %r : f32
}

func.func private @keep(%m: memref<4xf32>, %k: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  memref.store %m, %k[%c0] : memref<1xmemref<4xf32>>
  return }

func.func @kept() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %k = memref.alloca() : memref<1xmemref<4xf32>>
  %a = memref.alloc() : memref<4xf32>
  call @keep(%a, %k) : (memref<4xf32>, memref<1xmemref<4xf32>>) -> ()
  %v = memref.load %k[%c0] : memref<1xmemref<4xf32>>
  memref.store %f, %v[%c0] : memref<4xf32>
  %r = memref.load %v[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %r : f32
}

func.func @block(%c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^bb1(%a : memref<4xf32>), ^bb1(%b : memref<4xf32>)
^bb1(%s: memref<4xf32>):
  memref.store %f, %s[%c0] : memref<4xf32>
  %r = memref.load %s[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return %r : f32
}
