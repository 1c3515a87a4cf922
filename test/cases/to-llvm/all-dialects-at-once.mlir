// RUN: rmlir-opt %s --convert-to-llvm
// RUN: rmlir-opt %s --convert-to-llvm=filter-dialects=arith,memref

func.func @sum(%a: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = index.constant 1
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %acc: f32):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %x = memref.load %a[%i] : memref<?xf32>
  %root = math.sqrt %x : f32
  %next = arith.addf %acc, %root : f32
  %j = index.add %i, %c1
  cf.br ^head(%j, %next : index, f32)
^end:
  return %acc : f32
}
