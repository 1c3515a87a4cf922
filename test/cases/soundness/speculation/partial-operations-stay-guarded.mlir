// What is undefined for some operands stays under its guard, whatever dialect it is of; what gives poison at most, such as
// views of memory and shifts, need not.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert,pvec-promote))' --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert,pvec-promote,convert-pvec-to-scf,canonicalize))' --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(if-convert{select=profitable predicated},pvec-promote))' --verify-semantics=50

func.func @llvm_sdiv(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %p = arith.cmpi ne, %b, %z : i32
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %q = llvm.sdiv %a, %b : i32
  cf.br ^e(%q : i32)
^e(%r: i32):
  return %r : i32
}
func.func @llvm_rest(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %p = arith.cmpi sgt, %b, %z : i32
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %q = llvm.udiv %a, %b : i32
  %s = llvm.urem %a, %b : i32
  %t = llvm.srem %a, %b : i32
  %u = llvm.add %q, %s : i32
  %v = llvm.add %u, %t : i32
  cf.br ^e(%v : i32)
^e(%r: i32):
  return %r : i32
}
func.func @tensor_extract(%a: tensor<?xi32>, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %d = tensor.dim %a, %c0 : tensor<?xi32>
  %p = arith.cmpi ult, %i, %d : index
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %q = tensor.extract %a[%i] : tensor<?xi32>
  cf.br ^e(%q : i32)
^e(%r: i32):
  return %r : i32
}
func.func @tensor_insert(%a: tensor<?xi32>, %i: index, %v: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xi32>
  %p = arith.cmpi ult, %i, %d : index
  cf.cond_br %p, ^t, ^e(%a : tensor<?xi32>)
^t:
  %q = tensor.insert %v into %a[%i] : tensor<?xi32>
  cf.br ^e(%q : tensor<?xi32>)
^e(%r: tensor<?xi32>):
  return %r : tensor<?xi32>
}
func.func @ipowi(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %p = arith.cmpi ne, %a, %z : i32
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %q = math.ipowi %a, %b : i32
  cf.br ^e(%q : i32)
^e(%r: i32):
  return %r : i32
}
func.func @ceil(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %p = arith.cmpi sgt, %b, %z : i32
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %q = arith.ceildivsi %a, %b : i32
  %s = arith.ceildivui %a, %b : i32
  %t = arith.floordivsi %a, %b : i32
  %u = arith.addi %q, %s : i32
  %v = arith.addi %u, %t : i32
  cf.br ^e(%v : i32)
^e(%r: i32):
  return %r : i32
}
func.func @index_div(%a: index, %b: index) -> index {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi sgt, %b, %c0 : index
  cf.cond_br %p, ^t, ^e(%c0 : index)
^t:
  %q = index.ceildivs %a, %b
  %s = index.remu %a, %b
  %t = index.floordivs %a, %b
  %u = index.add %q, %s
  %v = index.add %u, %t
  cf.br ^e(%v : index)
^e(%r: index):
  return %r : index
}
func.func @affine_mod(%a: index, %b: index) -> index {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi sgt, %b, %c0 : index
  cf.cond_br %p, ^t, ^e(%c0 : index)
^t:
  %q = affine.apply affine_map<()[s0, s1] -> (s0 mod s1 + s0 floordiv s1 + s0 ceildiv s1)>()[%a, %b]
  cf.br ^e(%q : index)
^e(%r: index):
  return %r : index
}
func.func @subview(%m: memref<?xi32>, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %d = memref.dim %m, %c0 : memref<?xi32>
  %p = arith.cmpi ult, %i, %d : index
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %s = memref.subview %m[%i] [1] [1] : memref<?xi32> to memref<1xi32, strided<[1], offset: ?>>
  %q = memref.load %s[%c0] : memref<1xi32, strided<[1], offset: ?>>
  cf.br ^e(%q : i32)
^e(%r: i32):
  return %r : i32
}
func.func @dim(%m: memref<*xi32>, %i: index) -> index {
  %c0 = arith.constant 0 : index
  %n = memref.rank %m : memref<*xi32>
  %p = arith.cmpi ult, %i, %n : index
  cf.cond_br %p, ^t, ^e(%c0 : index)
^t:
  %q = memref.dim %m, %i : memref<*xi32>
  cf.br ^e(%q : index)
^e(%r: index):
  return %r : index
}
func.func @vector_extract(%v: vector<4xi32>, %i: index) -> i32 {
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  %p = arith.cmpi ult, %i, %c4 : index
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %q = vector.extract %v[%i] : i32 from vector<4xi32>
  cf.br ^e(%q : i32)
^e(%r: i32):
  return %r : i32
}
func.func @shift(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %k = arith.constant 32 : i32
  %p = arith.cmpi ult, %b, %k : i32
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %q = arith.shli %a, %b : i32
  %s = arith.addi %q, %a overflow<nsw> : i32
  cf.br ^e(%s : i32)
^e(%r: i32):
  return %r : i32
}
func.func @delinearize(%a: index, %b: index) -> index {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi sgt, %b, %c0 : index
  cf.cond_br %p, ^t, ^e(%c0 : index)
^t:
  %q:2 = affine.delinearize_index %a into (%b) : index, index
  %s = arith.addi %q#0, %q#1 : index
  cf.br ^e(%s : index)
^e(%r: index):
  return %r : index
}
func.func @affine_min(%a: index, %b: index) -> index {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi sgt, %b, %c0 : index
  cf.cond_br %p, ^t, ^e(%c0 : index)
^t:
  %q = affine.min affine_map<()[s0, s1] -> (s0 mod s1, 5)>()[%a, %b]
  cf.br ^e(%q : index)
^e(%r: index):
  return %r : index
}
func.func @extract_slice(%a: tensor<?xi32>, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %d = tensor.dim %a, %c0 : tensor<?xi32>
  %p = arith.cmpi ult, %i, %d : index
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %s = tensor.extract_slice %a[%i] [1] [1] : tensor<?xi32> to tensor<1xi32>
  %q = tensor.extract %s[%c0] : tensor<1xi32>
  cf.br ^e(%q : i32)
^e(%r: i32):
  return %r : i32
}
func.func @spirv_mod(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %p = arith.cmpi ne, %b, %z : i32
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %q = spirv.UMod %a, %b : i32
  cf.br ^e(%q : i32)
^e(%r: i32):
  return %r : i32
}

func.func @llvm_wide_and_narrow(%a: i64, %b: i64, %c: i8, %d: i8) -> i64 {
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i8
  %p = arith.cmpi sgt, %b, %z : i64
  %o = arith.cmpi sge, %d, %one : i8
  %g = arith.andi %p, %o : i1
  cf.cond_br %g, ^t, ^e(%z : i64)
^t:
  %q = llvm.srem %a, %b : i64
  %r8 = llvm.udiv %c, %d : i8
  %w = arith.extui %r8 : i8 to i64
  %v = arith.addi %q, %w : i64
  cf.br ^e(%v : i64)
^e(%r: i64):
  return %r : i64
}
func.func @llvm_vector(%a: vector<2xi32>, %b: vector<2xi32>, %p: i1) -> vector<2xi32> {
  cf.cond_br %p, ^t, ^e(%a : vector<2xi32>)
^t:
  %q = llvm.urem %a, %b : vector<2xi32>
  cf.br ^e(%q : vector<2xi32>)
^e(%r: vector<2xi32>):
  return %r : vector<2xi32>
}
func.func @range_by_flags(%a: i32, %x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = arith.constant -1 : i32
  %p = arith.cmpi ne, %x, %m : i32
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %d = arith.addi %x, %one overflow<nuw> : i32
  %q = arith.divui %a, %d : i32
  cf.br ^e(%q : i32)
^e(%r: i32):
  return %r : i32
}
func.func @insert_slice(%a: tensor<?xi32>, %b: tensor<1xi32>, %i: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xi32>
  %p = arith.cmpi ult, %i, %d : index
  cf.cond_br %p, ^t, ^e(%a : tensor<?xi32>)
^t:
  %q = tensor.insert_slice %b into %a[%i] [1] [1] : tensor<1xi32> into tensor<?xi32>
  cf.br ^e(%q : tensor<?xi32>)
^e(%r: tensor<?xi32>):
  return %r : tensor<?xi32>
}
func.func @rank_2_static(%a: tensor<4x2xi32>, %i: index, %j: index) -> i32 {
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %p = arith.cmpi ult, %i, %c4 : index
  %q = arith.cmpi ult, %j, %c2 : index
  %g = arith.andi %p, %q : i1
  cf.cond_br %g, ^t, ^e(%z : i32)
^t:
  %x = tensor.extract %a[%i, %j] : tensor<4x2xi32>
  cf.br ^e(%x : i32)
^e(%r: i32):
  return %r : i32
}
func.func @empty_and_splat(%n: index, %v: i32) -> index {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi sge, %n, %c0 : index
  cf.cond_br %p, ^t, ^e(%c0 : index)
^t:
  %s = tensor.splat %v[%n] : tensor<?xi32>
  %u = tensor.empty(%n) : tensor<?xi32>
  %d = tensor.dim %s, %c0 : tensor<?xi32>
  %f = tensor.dim %u, %c0 : tensor<?xi32>
  %x = arith.addi %d, %f : index
  cf.br ^e(%x : index)
^e(%r: index):
  return %r : index
}
func.func @floordiv_by_sum(%a: index, %b: index) -> index {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi sgt, %b, %c0 : index
  cf.cond_br %p, ^t, ^e(%c0 : index)
^t:
  %q = affine.max affine_map<()[s0, s1] -> (s0 floordiv s1, s0 ceildiv s1)>()[%a, %b]
  cf.br ^e(%q : index)
^e(%r: index):
  return %r : index
}
func.func @structured(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %p = arith.cmpi sgt, %b, %z : i32
  %r = scf.if %p -> i32 {
    %q = llvm.sdiv %a, %b : i32
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
// What is known to be defined is executed always.
func.func @known(%a: i32, %t: tensor<4xi32>, %x: index, %p: i1) -> i32 {
  %z = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %c3 = arith.constant 3 : index
  cf.cond_br %p, ^t, ^e(%z : i32)
^t:
  %q = llvm.sdiv %a, %c7 : i32
  %e = tensor.extract %t[%c3] : tensor<4xi32>
  %m = index.remu %x, %c3
  %f = tensor.extract %t[%m] : tensor<4xi32>
  %s = arith.addi %q, %e : i32
  %u = arith.addi %s, %f : i32
  cf.br ^e(%u : i32)
^e(%r: i32):
  return %r : i32
}
