// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4 table},wfv)' --verify-semantics=50 -o /dev/null
// Loops over memrefs whose strides may put different indices at one element run many iterations at once only if the
// strides are found not to, at run time.

func.func private @rows(%n: index, %x: i32, %a: memref<?x?xi32, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %y = memref.load %a[%i, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %z = arith.addi %y, %x : i32
      %k = arith.addi %j, %c1 : index
      memref.store %z, %a[%i, %k] : memref<?x?xi32, strided<[?, ?], offset: ?>>
    }
  }
  return
}

func.func @apart(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [2, 96], strides: [96, 1] : memref<256xi32> to memref<2x96xi32, strided<[96, 1]>>
  %w = memref.cast %v : memref<2x96xi32, strided<[96, 1]>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  call @rows(%n, %x, %w) : (index, i32, memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func @overlapping(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [5], sizes: [24, 24], strides: [2, 1] : memref<256xi32> to memref<24x24xi32, strided<[2, 1], offset: 5>>
  %w = memref.cast %v : memref<24x24xi32, strided<[2, 1], offset: 5>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  call @rows(%n, %x, %w) : (index, i32, memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func @the_same_row(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [5], sizes: [24, 24], strides: [0, 1] : memref<256xi32> to memref<24x24xi32, strided<[0, 1], offset: 5>>
  %w = memref.cast %v : memref<24x24xi32, strided<[0, 1], offset: 5>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  call @rows(%n, %x, %w) : (index, i32, memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func @the_same_element(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [5], sizes: [48, 48], strides: [1, 0] : memref<256xi32> to memref<48x48xi32, strided<[1, 0], offset: 5>>
  %w = memref.cast %v : memref<48x48xi32, strided<[1, 0], offset: 5>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  call @rows(%n, %x, %w) : (index, i32, memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func @backward(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [200], sizes: [2, 40], strides: [-48, -1] : memref<256xi32> to memref<2x40xi32, strided<[-48, -1], offset: 200>>
  %w = memref.cast %v : memref<2x40xi32, strided<[-48, -1], offset: 200>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  call @rows(%n, %x, %w) : (index, i32, memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func @transposed(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [2, 48], strides: [1, 2] : memref<256xi32> to memref<2x48xi32, strided<[1, 2]>>
  %w = memref.cast %v : memref<2x48xi32, strided<[1, 2]>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  call @rows(%n, %x, %w) : (index, i32, memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func @interleaved(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [3], sizes: [24, 24], strides: [1, 1] : memref<256xi32> to memref<24x24xi32, strided<[1, 1], offset: 3>>
  %w = memref.cast %v : memref<24x24xi32, strided<[1, 1], offset: 3>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  call @rows(%n, %x, %w) : (index, i32, memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  return
}

// A stride of 0 puts all iterations at one element.
func.func private @line(%n: index, %x: i32, %a: memref<?xi32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %a[%i] : memref<?xi32, strided<[?], offset: ?>>
    %z = arith.muli %y, %x : i32
    memref.store %z, %a[%i] : memref<?xi32, strided<[?], offset: ?>>
  }
  return
}

func.func @one_element(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [32], sizes: [16], strides: [0] : memref<256xi32> to memref<16xi32, strided<[0], offset: 32>>
  %w = memref.cast %v : memref<16xi32, strided<[0], offset: 32>> to memref<?xi32, strided<[?], offset: ?>>
  call @line(%n, %x, %w) : (index, i32, memref<?xi32, strided<[?], offset: ?>>) -> ()
  return
}

func.func @every_second(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [32], sizes: [16], strides: [2] : memref<256xi32> to memref<16xi32, strided<[2], offset: 32>>
  %w = memref.cast %v : memref<16xi32, strided<[2], offset: 32>> to memref<?xi32, strided<[?], offset: ?>>
  call @line(%n, %x, %w) : (index, i32, memref<?xi32, strided<[?], offset: ?>>) -> ()
  return
}

func.func @in_reverse(%count: index, %x: i32, %a: memref<256xi32>) {
  %c15 = arith.constant 15 : index
  %n = arith.andi %count, %c15 : index
  %v = memref.reinterpret_cast %a to offset: [32], sizes: [16], strides: [-1] : memref<256xi32> to memref<16xi32, strided<[-1], offset: 32>>
  %w = memref.cast %v : memref<16xi32, strided<[-1], offset: 32>> to memref<?xi32, strided<[?], offset: ?>>
  call @line(%n, %x, %w) : (index, i32, memref<?xi32, strided<[?], offset: ?>>) -> ()
  return
}

// The stride of the other dimension is not known, but its index is the same in all iterations.
func.func @of_one_row(%n: index, %r: index, %a: memref<?x?xi32, strided<[?, 1], offset: ?>> {llvm.noalias}, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %a[%r, %i] : memref<?x?xi32, strided<[?, 1], offset: ?>>
    %z = arith.muli %y, %x : i32
    memref.store %z, %a[%r, %i] : memref<?x?xi32, strided<[?, 1], offset: ?>>
  }
  return
}
