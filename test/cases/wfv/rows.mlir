// Elements that are apart, on a machine without masked gathers.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{target=avx2},canonicalize,cse)'

// Every second element: rows that hold them, and a shuffle. Nothing is read behind the last one.
func.func @even(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>) -> f32
    attributes {pvec.function = #pvec.function<4, unmasked>} {
  %c2 = arith.constant 2 : index
  %at = arith.muli %i, %c2 : index
  %x = memref.load %a[%at] : memref<?xf32>
  return %x : f32
}

// Neighbours change places: a row and a shuffle, for stores too.
func.func @swap(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<4>]}, %a: memref<?xf32>, %b: memref<?xf32>)
    attributes {pvec.function = #pvec.function<4, both>} {
  %c1 = arith.constant 1 : index
  %at = arith.xori %i, %c1 : index
  %x = memref.load %a[%at] : memref<?xf32>
  memref.store %x, %b[%at] : memref<?xf32>
  return
}

// Single loads; lanes that are off load the first element.
func.func @table(%at: i32, %a: memref<?xf32>) -> f32 attributes {pvec.function = #pvec.function<2, both>} {
  %place = arith.index_cast %at : i32 to index
  %x = memref.load %a[%place] : memref<?xf32>
  return %x : f32
}

// What is loaded and stored lane by lane is counted lane by lane.
func.func @count(%at: i32, %a: memref<?xi32>) attributes {pvec.function = #pvec.function<2, unmasked>} {
  %one = arith.constant 1 : i32
  %place = arith.index_cast %at : i32 to index
  %x = memref.load %a[%place] : memref<?xi32>
  %y = arith.addi %x, %one : i32
  memref.store %y, %a[%place] : memref<?xi32>
  return
}

// Masks that go around loops have 32 bits for each lane.
func.func @halve(%x: i32) -> i32 attributes {pvec.function = #pvec.function<4, unmasked>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%v = %x, %t = %zero) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi sgt, %v, %one : i32
    scf.condition(%go) %v, %t : i32, i32
  } do {
  ^bb0(%v: i32, %t: i32):
    %h = arith.shrsi %v, %one : i32
    %n = arith.addi %t, %one : i32
    scf.yield %h, %n : i32, i32
  }
  return %r#1 : i32
}
