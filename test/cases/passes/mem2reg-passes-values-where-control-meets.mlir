// What is stored goes to where it is loaded; blocks that several values reach get an argument; slots that are used in
// other ways stay.
// RUN: rmlir-opt %s --pass-pipeline=builtin.module(func.func(mem2reg{region-simplify=false}))

func.func @straight(%x: i32) -> i32 {
  %slot = memref.alloca() : memref<i32>
  memref.store %x, %slot[] : memref<i32>
  %y = memref.load %slot[] : memref<i32>
  memref.store %y, %slot[] : memref<i32>
  %z = memref.load %slot[] : memref<i32>
  return %z : i32
}

func.func @diamond(%c: i1, %x: i32, %y: i32) -> i32 {
  %slot = memref.alloca() : memref<i32>
  memref.store %x, %slot[] : memref<i32>
  cf.cond_br %c, ^then, ^join
^then:
  memref.store %y, %slot[] : memref<i32>
  cf.br ^join
^join:
  %0 = memref.load %slot[] : memref<i32>
  return %0 : i32
}

func.func @loop_without_store(%c: i1, %x: i32) -> i32 {
  %slot = memref.alloca() : memref<i32>
  cf.br ^head
^head:
  %0 = memref.load %slot[] : memref<i32>
  %1 = arith.addi %0, %x : i32
  memref.store %1, %slot[] : memref<i32>
  cf.cond_br %c, ^head, ^exit
^exit:
  return %1 : i32
}

func.func private @use(memref<i32>)

func.func @escapes(%x: i32) -> i32 {
  %slot = memref.alloca() : memref<i32>
  memref.store %x, %slot[] : memref<i32>
  func.call @use(%slot) : (memref<i32>) -> ()
  %y = memref.load %slot[] : memref<i32>
  return %y : i32
}
