// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert))' --remarks-filter=if-convert -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{select=profitable}))' --remarks-filter=if-convert -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{blocks=0,1,2}))' --remarks-filter=if-convert -o /dev/null

func.func @choice(%c: i1, %v: i32, %m: memref<i32>) -> i32 {
  cf.cond_br %c, ^then, ^other
^then:
  memref.store %v, %m[] : memref<i32>
  cf.br ^end(%v : i32)
^other:
  %w = arith.addi %v, %v : i32
  cf.br ^end(%w : i32)
^end(%r: i32):
  return %r : i32
}

func.func @structured(%c: i1, %v: i32, %m: memref<i32>) {
  scf.if %c {
    memref.store %v, %m[] : memref<i32>
  }
  return
}

func.func @straight(%v: i32) -> i32 {
  return %v : i32
}

func.func @no_end(%c: i1) {
  cf.br ^a
^a:
  cf.br ^a
}
