// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 table},wfv)' --verify-semantics
// Loops that store to a memref by one name and load from it by another one are not taken.

func.func @subview(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %v = memref.subview %a[1] [63] [1] : memref<64xi32> to memref<63xi32, strided<[1], offset: 1>>
  scf.for %i = %c0 to %c60 step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%i] : memref<63xi32, strided<[1], offset: 1>>
  }
  return
}

func.func @subview_of_argument_at_unknown_offset(%a: memref<64xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %o = arith.remui %n, %c4 : index
  %v = memref.subview %a[%o] [60] [1] : memref<64xi32> to memref<60xi32, strided<[1], offset: ?>>
  scf.for %i = %c0 to %c60 step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%i] : memref<60xi32, strided<[1], offset: ?>>
  }
  return
}

func.func @cast(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %v = memref.cast %a : memref<64xi32> to memref<?xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<?xi32>
  }
  return
}

func.func @unranked_cast(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %u = memref.cast %a : memref<64xi32> to memref<*xi32>
  %v = memref.cast %u : memref<*xi32> to memref<?xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<?xi32>
  }
  return
}

func.func @reinterpret_cast(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %v = memref.reinterpret_cast %a to offset: [1], sizes: [60], strides: [1] : memref<64xi32> to memref<60xi32, strided<[1], offset: 1>>
  scf.for %i = %c0 to %c60 step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%i] : memref<60xi32, strided<[1], offset: 1>>
  }
  return
}

func.func @views_of_bytes(%a: memref<256xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %u = memref.view %a[%c0][] : memref<256xi8> to memref<60xi32>
  %v = memref.view %a[%c4][] : memref<256xi8> to memref<60xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %x = memref.load %u[%i] : memref<60xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%i] : memref<60xi32>
  }
  return
}

func.func @collapse_shape(%a: memref<4x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %u = memref.collapse_shape %a [[0, 1]] : memref<4x16xi32> into memref<64xi32>
  %v = memref.collapse_shape %a [[0, 1]] : memref<4x16xi32> into memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %u[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  return
}

func.func @expand_shape(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %e = memref.expand_shape %a [[0, 1]] output_shape [4, 16] : memref<64xi32> into memref<4x16xi32>
  %v = memref.collapse_shape %e [[0, 1]] : memref<4x16xi32> into memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  return
}

func.func @transpose(%a: memref<64x1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %t = memref.transpose %a (i, j) -> (j, i) : memref<64x1xi32> to memref<1x64xi32, strided<[1, 1]>>
  %u = memref.subview %t[0, 0] [1, 64] [1, 1] : memref<1x64xi32, strided<[1, 1]>> to memref<64xi32, strided<[1]>>
  %v = memref.collapse_shape %a [[0, 1]] : memref<64x1xi32> into memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %v[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %u[%j] : memref<64xi32, strided<[1]>>
  }
  return
}

func.func @metadata(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %b, %o, %s, %t = memref.extract_strided_metadata %a : memref<64xi32> -> memref<i32>, index, index, index
  %v = memref.reinterpret_cast %b to offset: [1], sizes: [60], strides: [1] : memref<i32> to memref<60xi32, strided<[1], offset: 1>>
  scf.for %i = %c0 to %c60 step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%i] : memref<60xi32, strided<[1], offset: 1>>
  }
  return
}

func.func @assumed_alignment(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %v = memref.assume_alignment %a, 4 : memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  return
}

func.func @one_of_distinct_objects(%a: memref<64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %d:2 = memref.distinct_objects %a, %b : memref<64xi32>, memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %d#0[%j] : memref<64xi32>
  }
  return
}

memref.global "private" @table : memref<64xi32> = dense<1>

func.func @one_global_twice(%out: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %u = memref.get_global @table : memref<64xi32>
  %v = memref.get_global @table : memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %u[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  %last = memref.load %u[%c60] : memref<64xi32>
  memref.store %last, %out[] : memref<i32>
  return
}

func.func @selected(%a: memref<64xi32>, %b: memref<64xi32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %v = arith.select %c, %a, %b : memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  return
}

func.func @of_a_condition(%a: memref<64xi32>, %b: memref<64xi32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %v = scf.if %c -> memref<64xi32> {
    scf.yield %a : memref<64xi32>
  } else {
    scf.yield %b : memref<64xi32>
  }
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  return
}

func.func @result_of_a_loop(%a: memref<64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %v, %w = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %a, %q = %b) -> (memref<64xi32>, memref<64xi32>) {
    scf.yield %q, %p : memref<64xi32>, memref<64xi32>
  }
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  return
}

func.func private @same(%a: memref<64xi32>) -> memref<64xi32> {
  return %a : memref<64xi32>
}

func.func @result_of_a_call(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %v = func.call @same(%a) : (memref<64xi32>) -> memref<64xi32>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  return
}

func.func @loaded_from_a_memref(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %h = memref.alloca() : memref<1xmemref<64xi32>>
  memref.store %a, %h[%c0] : memref<1xmemref<64xi32>>
  %v = memref.load %h[%c0] : memref<1xmemref<64xi32>>
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  return
}

func.func @argument_of_a_block(%a: memref<64xi32>, %b: memref<64xi32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  cf.cond_br %c, ^there(%a : memref<64xi32>), ^there(%b : memref<64xi32>)
^there(%v: memref<64xi32>):
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %v[%j] : memref<64xi32>
  }
  return
}

func.func @arguments_of_a_loop(%a: memref<64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %r:2 = scf.for %t = %c0 to %c2 step %c1 iter_args(%p = %a, %q = %a) -> (memref<64xi32>, memref<64xi32>) {
    scf.for %i = %c0 to %c60 step %c1 {
      %j = arith.addi %i, %c1 : index
      %x = memref.load %p[%i] : memref<64xi32>
      %y = arith.muli %x, %k : i32
      memref.store %y, %q[%j] : memref<64xi32>
    }
    scf.yield %q, %b : memref<64xi32>, memref<64xi32>
  }
  return
}

func.func private @both(%a: memref<64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  scf.for %i = %c0 to %c60 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %b[%j] : memref<64xi32>
  }
  return
}
func.func @one_argument_twice(%a: memref<64xi32>) {
  call @both(%a, %a) : (memref<64xi32>, memref<64xi32>) -> ()
  return
}

// Each iteration has a view of its own, at elements that other ones have too.
func.func @view_in_the_loop(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %o = arith.subi %c4, %i : index
    %v = memref.subview %a[%o] [4] [1] : memref<64xi32> to memref<4xi32, strided<[1], offset: ?>>
    %x = memref.load %v[%i] : memref<4xi32, strided<[1], offset: ?>>
    %y = arith.addi %x, %k : i32
    memref.store %y, %v[%i] : memref<4xi32, strided<[1], offset: ?>>
  }
  return
}

func.func @affine_loop(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %k = arith.constant 3 : i32
  %v = memref.subview %a[1] [63] [1] : memref<64xi32> to memref<63xi32, strided<[1], offset: 1>>
  affine.for %i = 0 to 60 {
    %x = affine.load %a[%i] : memref<64xi32>
    %y = arith.muli %x, %k : i32
    affine.store %y, %v[%i] : memref<63xi32, strided<[1], offset: 1>>
  }
  return
}
