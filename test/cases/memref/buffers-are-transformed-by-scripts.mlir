// RUN: rmlir-opt %s --transform-interpreter --split-input-file --allow-unregistered-dialect

func.func @take_turns(%in: memref<64xf32>) {
  %buffer = memref.alloc() {alignment = 16 : i64} : memref<8xf32>
  affine.for %i = 8 to 64 step 8 {
    %0 = memref.subview %in[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    memref.copy %0, %buffer : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32>
    %1 = memref.subview %buffer[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
    "use"(%1) : (memref<4xf32, strided<[1], offset: 2>>) -> ()
  }
  memref.dealloc %buffer : memref<8xf32>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["memref.alloc"]} in %root : (!transform.any_op) -> !transform.op<"memref.alloc">
    %1 = transform.memref.multibuffer %0 {factor = 3, skip_analysis} : (!transform.op<"memref.alloc">) -> !transform.any_op
    transform.annotate %1 "three" : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%i: index) -> f32 {
  %0 = memref.alloca() : memref<8xf32>
  %1 = memref.load %0[%i] : memref<8xf32>
  return %1 : f32
}

module attributes {transform.with_named_sequence} {
  memref.global "private" @alloca : memref<2xf32>
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["memref.alloca"]} in %root : (!transform.any_op) -> !transform.op<"memref.alloca">
    %get, %global = transform.memref.alloca_to_global %0 : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %get "get" : !transform.any_op
    transform.annotate %global "global" : !transform.any_op
    transform.yield
  }
}

// -----

func.func @never_read(%v: vector<4xf32>, %i: index) {
  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.subview %0[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  vector.store %v, %1[%i] : memref<4xf32, strided<[1], offset: ?>>, vector<4xf32>
  memref.dealloc %0 : memref<8xf32>
  return
}

func.func @forwarded(%v: vector<4xf32>, %m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  %0 = memref.alloc() : memref<8xf32>
  vector.transfer_write %v, %0[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %1 = vector.transfer_read %0[%i], %pad {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %1 : vector<4xf32>
}

func.func @overwritten(%v: vector<4xf32>, %w: vector<4xf32>, %m: memref<8xf32>, %i: index, %flag: i1) {
  vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  scf.if %flag {
    vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  }
  vector.transfer_write %w, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  return
}

func.func @in_between(%v: vector<4xf32>, %m: memref<8xf32>, %i: index, %x: f32) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  memref.store %x, %m[%i] : memref<8xf32>
  %0 = vector.transfer_read %m[%i], %pad {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.memref.erase_dead_alloc_and_stores %0 : (!transform.any_op) -> ()
    transform.yield
  }
}
