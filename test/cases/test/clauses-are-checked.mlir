// What turns of a marked loop pass is held against the clauses of the function that they call.
// RUN: rmlir-run %s --check-clauses --entry right --args 19 zeros:19
// RUN: rmlir-run %s --check-clauses --entry wrong --args 19 zeros:19
// RUN: rmlir-run %s --check-clauses --entry inner --args 8

func.func @kernel(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<4>]}, %n: i32 {pvec.clause = #pvec.uniform}, %x: f32)
    -> f32 attributes {pvec.function = #pvec.function<4, both>} {
  return %x : f32
}

// The last turns are fewer than there are lanes.
func.func @right(%n: index, %a: memref<19xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<19xf32>
    // The number of the round is the same for all lanes that are in it.
    scf.for %j = %c0 to %i step %c1 {
      %round = arith.index_cast %j : index to i32
      %y = func.call @kernel(%i, %round, %x) : (index, i32, f32) -> f32
      memref.store %y, %a[%i] : memref<19xf32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// Lanes have numbers of their own, and begin with 1; every fourth number is taken twice.
func.func @wrong(%n: index, %a: memref<19xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c1 to %n step %c1 {
    %x = memref.load %a[%i] : memref<19xf32>
    %number = arith.index_cast %i : index to i32
    %other = arith.ori %i, %c3 : index
    %y = func.call @kernel(%i, %number, %x) : (index, i32, f32) -> f32
    %z = func.call @kernel(%other, %number, %y) : (index, i32, f32) -> f32
    memref.store %z, %a[%i] : memref<19xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// The function itself runs for each lane.
func.func @inner(%i: index {pvec.clause = #pvec.linear<2>}, %y: i32) -> f32 attributes {pvec.function = #pvec.function<4, both>} {
  %x = arith.constant 1.0 : f32
  %r = func.call @kernel(%i, %y, %x) : (index, i32, f32) -> f32
  return %r : f32
}
