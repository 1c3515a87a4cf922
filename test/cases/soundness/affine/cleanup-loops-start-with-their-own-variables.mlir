// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll{unroll-factor=4}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=3}))" --verify-semantics=50

// Variables with one initial value are not one variable, and a bound that is the initial value stays what it is. (In 22
// all uses of an initial value become the same result.)
func.func @two(%m: memref<23xi32>, %init: i32) -> (i32, i32) {
  %r:2 = affine.for %i = 0 to 23 iter_args(%x = %init, %y = %init) -> (i32, i32) {
    %v = affine.load %m[%i] : memref<23xi32>
    %s = arith.addi %x, %v : i32
    %t = arith.xori %y, %v : i32
    affine.yield %s, %t : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @three(%m: memref<23xi32>, %init: i32, %other: i32) -> (i32, i32, i32) {
  %r:3 = affine.for %i = 1 to 23 step 2 iter_args(%x = %init, %y = %other, %z = %init) -> (i32, i32, i32) {
    %v = affine.load %m[%i] : memref<23xi32>
    %s = arith.addi %x, %v : i32
    %t = arith.maxsi %y, %v : i32
    %u = arith.andi %z, %v : i32
    affine.yield %s, %t, %u : i32, i32, i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}

func.func @floats(%m: memref<10xf32>, %init: f32) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to 10 iter_args(%x = %init, %y = %init) -> (f32, f32) {
    %v = affine.load %m[%i] : memref<10xf32>
    %s = arith.maximumf %x, %v : f32
    %t = arith.minimumf %y, %v : f32
    affine.yield %s, %t : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

func.func @swapped(%init: i32, %other: i32) -> (i32, i32) {
  %r:2 = affine.for %i = 0 to 7 iter_args(%x = %init, %y = %other) -> (i32, i32) {
    affine.yield %y, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @is_bound(%n: index, %m: memref<23xindex>) -> index {
  %c7 = arith.constant 7 : index
  %from = arith.andi %n, %c7 : index
  %r = affine.for %i = %from to 23 iter_args(%x = %from) -> index {
    %v = affine.load %m[%i] : memref<23xindex>
    %s = arith.addi %x, %v : index
    affine.yield %s : index
  }
  return %r : index
}

func.func @is_upper_bound(%n: index, %m: memref<23xindex>) -> (index, index) {
  %c7 = arith.constant 7 : index
  %to = arith.andi %n, %c7 : index
  %r:2 = affine.for %i = 0 to %to iter_args(%x = %to, %y = %to) -> (index, index) {
    %v = affine.load %m[%i] : memref<23xindex>
    %s = arith.addi %x, %v : index
    %t = arith.xori %y, %v : index
    affine.yield %s, %t : index, index
  }
  return %r#0, %r#1 : index, index
}
