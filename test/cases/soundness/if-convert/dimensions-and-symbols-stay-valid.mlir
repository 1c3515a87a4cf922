// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert))' --verify-semantics --remarks-filter-missed=if-convert
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{select=hyperblock}))' --verify-semantics --remarks-filter-missed=if-convert -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{select=loops}))' --verify-semantics --remarks-filter-missed=if-convert -o /dev/null
// Affine operations keep dimensions and symbols that are valid: what a guard or a loop computes is none.

func.func @computed_in_a_branch(%m: memref<16xi32>, %c: i1, %i: index) {
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^then, ^end
^then:
  %j = arith.addi %i, %c1 : index
  %x = affine.load %m[%j] : memref<16xi32>
  affine.store %x, %m[%j + 1] : memref<16xi32>
  cf.br ^end
^end:
  return
}

func.func @of_a_cycle(%m: memref<16xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %goes = arith.cmpi slt, %i, %n : index
  cf.cond_br %goes, ^body, ^end
^body:
  %x = affine.load %m[%i] : memref<16xi32>
  affine.store %x, %m[%i] : memref<16xi32>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^end:
  return
}

func.func @joined(%m: memref<16xi32>, %c: i1, %i: index, %j: index) -> i32 {
  cf.cond_br %c, ^end(%i : index), ^end(%j : index)
^end(%k: index):
  %x = affine.load %m[%k] : memref<16xi32>
  return %x : i32
}

func.func @bound(%m: memref<16xi32>, %c: i1, %i: index) {
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^then, ^end
^then:
  %j = arith.addi %i, %c1 : index
  affine.for %k = 0 to %j {
    %x = affine.load %m[%k] : memref<16xi32>
    affine.store %x, %m[%k + 1] : memref<16xi32>
  }
  cf.br ^end
^end:
  return
}

func.func @applied(%m: memref<16xi32>, %c: i1, %i: index) {
  cf.cond_br %c, ^then, ^end
^then:
  %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  %x = affine.load %m[%j] : memref<16xi32>
  affine.store %x, %m[%j + 1] : memref<16xi32>
  cf.br ^end
^end:
  return
}

func.func @symbol(%m: memref<16xi32>, %c: i1, %i: index) {
  cf.cond_br %c, ^then, ^end
^then:
  %j = memref.load %m[%i] : memref<16xi32>
  %k = arith.index_cast %j : i32 to index
  %l = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%k]
  memref.store %j, %m[%l] : memref<16xi32>
  cf.br ^end
^end:
  return
}

func.func @of_a_size(%m: memref<?xi32>, %c: i1, %i: index) {
  %c0 = arith.constant 0 : index
  cf.cond_br %c, ^then, ^end
^then:
  %n = memref.dim %m, %c0 : memref<?xi32>
  %x = affine.load %m[symbol(%n) - 1] : memref<?xi32>
  affine.store %x, %m[0] : memref<?xi32>
  cf.br ^end
^end:
  return
}
