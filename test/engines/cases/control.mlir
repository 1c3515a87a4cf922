// Branches with arguments, switches, and functions that are values.

func.func @switch(%a: i32, %b: i64) -> i64 {
  %c3 = arith.constant 3 : i32
  %in = arith.andi %a, %c3 : i32
  cf.switch %in : i32, [
    default: ^default(%b : i64),
    0: ^zero,
    2: ^two(%b, %b : i64, i64)
  ]
^default(%x: i64):
  return %x : i64
^zero:
  %c42 = arith.constant 42 : i64
  cf.br ^default(%c42 : i64)
^two(%y: i64, %z: i64):
  %0 = arith.addi %y, %z : i64
  cf.br ^default(%0 : i64)
}

func.func @swapped(%n: index, %a: i32, %b: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %a, %b : index, i32, i32)
^head(%i: index, %x: i32, %y: i32):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next, %y, %x : index, i32, i32)
^end:
  return %x, %y : i32, i32
}

func.func private @increment(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  return %0 : i32
}

func.func private @double(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

func.func @indirect(%which: i1, %a: i32) -> i32 {
  %0 = constant @increment : (i32) -> i32
  %1 = constant @double : (i32) -> i32
  %f = arith.select %which, %0, %1 : (i32) -> i32
  %r = call_indirect %f(%a) : (i32) -> i32
  return %r : i32
}

func.func private @many(%a: i32, %b: f32, %c: i64) -> (i64, f32, i32, i128) {
  %0 = arith.extsi %c : i64 to i128
  return %c, %b, %a, %0 : i64, f32, i32, i128
}

func.func @results(%a: i32, %b: f32, %c: i64) -> (i64, f32, i32, i128) {
  %0:4 = call @many(%a, %b, %c) : (i32, f32, i64) -> (i64, f32, i32, i128)
  return %0#0, %0#1, %0#2, %0#3 : i64, f32, i32, i128
}
