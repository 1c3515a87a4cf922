// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{select=hyperblock}))' --remarks-filter-missed=if-convert

// The call is not taken; what comes after it is in the hyperblock, and copied for the way past the call.

func.func private @report(i32)

func.func @call(%c: i1, %d: i1, %x: i32, %m: memref<i32>) -> i32 {
  cf.cond_br %c weights([90, 10]), ^often, ^rare
^often:
  memref.store %x, %m[] : memref<i32>
  cf.br ^join(%x : i32)
^rare:
  cf.cond_br %d weights([80, 20]), ^plain, ^call
^plain:
  %n = arith.addi %x, %x : i32
  cf.br ^join(%n : i32)
^call:
  func.call @report(%x) : (i32) -> ()
  cf.br ^join(%x : i32)
^join(%v: i32):
  %r = arith.muli %v, %v : i32
  return %r : i32
}

// In a loop the way back to the header is one of the ways out.

func.func @loop(%n: index, %a: memref<?xi32>, %limit: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  cf.br ^head(%c0, %z : index, i32)
^head(%i: index, %s: i32):
  %v = memref.load %a[%i] : memref<?xi32>
  %is = arith.cmpi sgt, %v, %z : i32
  cf.cond_br %is, ^add, ^next(%s : i32)
^add:
  %t = arith.addi %s, %v : i32
  %many = arith.cmpi sgt, %t, %limit : i32
  cf.cond_br %many weights([1, 1000]), ^error, ^next(%t : i32)
^error:
  func.call @report(%t) : (i32) -> ()
  cf.br ^next(%z : i32)
^next(%u: i32):
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %n : index
  cf.cond_br %more weights([100, 1]), ^head(%j, %u : index, i32), ^done
^done:
  return %u : i32
}

// A long way that is hardly ever taken.

func.func @rare(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c weights([1, 100]), ^divide, ^short
^divide:
  %q = arith.divsi %x, %y : i32
  %p = arith.remsi %q, %y : i32
  cf.br ^end(%p : i32)
^short:
  %s = arith.addi %x, %y : i32
  cf.br ^end(%s : i32)
^end(%v: i32):
  return %v : i32
}
