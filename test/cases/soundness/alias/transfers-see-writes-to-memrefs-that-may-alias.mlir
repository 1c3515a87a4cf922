// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-vector-transferop-opt))' --verify-semantics
// What is written is not what is read again if another memref that may be the same memory is written between.

func.func private @cast_between(%a: memref<8xf32>, %b: memref<8xf32>, %v: vector<4xf32>, %w: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  vector.transfer_write %w, %b[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %r = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}
func.func @one_argument_twice(%a: memref<8xf32>, %v: vector<4xf32>, %w: vector<4xf32>) -> vector<4xf32> {
  %r = call @cast_between(%a, %a, %v, %w) : (memref<8xf32>, memref<8xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return %r : vector<4xf32>
}

func.func @selected(%a: memref<8xf32>, %b: memref<8xf32>, %c: i1, %v: vector<4xf32>, %x: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %s = arith.select %c, %a, %b : memref<8xf32>
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  memref.store %x, %s[%c0] : memref<8xf32>
  %r = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

memref.global "private" @g : memref<8xf32> = dense<1.0>
func.func private @write_global(%x: f32) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @g : memref<8xf32>
  memref.store %x, %g[%c0] : memref<8xf32>
  return
}
func.func @called(%v: vector<4xf32>, %x: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %g = memref.get_global @g : memref<8xf32>
  vector.transfer_write %v, %g[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  call @write_global(%x) : (f32) -> ()
  %r = vector.transfer_read %g[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// The first write is read by another name.
func.func @read_between(%v: vector<4xf32>, %w: vector<4xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.get_global @g : memref<8xf32>
  %b = memref.get_global @g : memref<8xf32>
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %x = memref.load %b[%c0] : memref<8xf32>
  vector.transfer_write %w, %a[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %y = memref.load %b[%c0] : memref<8xf32>
  return %x, %y : f32, f32
}

// Of other memory, it is.
func.func @forwarded(%a: memref<8xf32>, %b: memref<8xf32> {llvm.noalias}, %v: vector<4xf32>, %x: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  memref.store %x, %b[%c0] : memref<8xf32>
  %r = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}
func.func private @unknown()
func.func @own(%v: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloca() : memref<8xf32>
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  func.call @unknown() : () -> ()
  %r = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// Rows that overlap.
func.func @rows_overlap(%a: memref<4x8xf32, strided<[1, 1]>>, %v: vector<4xf32>, %w: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  vector.transfer_write %v, %a[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<4x8xf32, strided<[1, 1]>>
  vector.transfer_write %w, %a[%c1, %c0] {in_bounds = [true]} : vector<4xf32>, memref<4x8xf32, strided<[1, 1]>>
  %r = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true]} : memref<4x8xf32, strided<[1, 1]>>, vector<4xf32>
  return %r : vector<4xf32>
}
