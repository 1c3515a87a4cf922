// Lanes that change places in a block.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,canonicalize,cse)'

// By a number that is the same for all lanes: what it has above leads to another block, the bits below are asked one by one.
func.func @computed(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<4>]}, %d: index {pvec.clause = #pvec.uniform},
    %a: memref<?xf32>, %b: memref<?xf32>) attributes {pvec.function = #pvec.function<4, both>} {
  %at = arith.xori %d, %i : index
  %x = memref.load %a[%at] : memref<?xf32>
  memref.store %x, %b[%at] : memref<?xf32>
  return
}

// By a constant that leads to another block, too.
func.func @far(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<4>]}, %a: memref<?xf32>) -> f32
    attributes {pvec.function = #pvec.function<4, unmasked>} {
  %c9 = arith.constant 9 : index
  %at = arith.xori %i, %c9 : index
  %x = memref.load %a[%at] : memref<?xf32>
  return %x : f32
}

// Lanes leave the loop at different times: then they are not in one block any more.
func.func @late(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<4>]}, %a: memref<?xf32>, %k: memref<?xi32>) -> f32
    attributes {pvec.function = #pvec.function<4, unmasked>} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  cf.br ^loop(%i : index)
^loop(%row: index):
  %other = arith.xori %row, %c1 : index
  %v = memref.load %k[%other] : memref<?xi32>
  %next = arith.addi %row, %c4 : index
  %go = arith.cmpi sgt, %v, %z : i32
  cf.cond_br %go, ^loop(%next : index), ^out
^out:
  %x = memref.load %a[%other] : memref<?xf32>
  return %x : f32
}

// Nor do those of a function that may start anywhere change places in one.
func.func @anywhere(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>) -> f32
    attributes {pvec.function = #pvec.function<4, unmasked>} {
  %c1 = arith.constant 1 : index
  %at = arith.xori %i, %c1 : index
  %x = memref.load %a[%at] : memref<?xf32>
  return %x : f32
}
