// RUN: rmlir-opt %s --allow-unregistered-dialect --canonicalize
// RUN: rmlir-opt %s --allow-unregistered-dialect --sccp --cse --canonicalize=region-simplify=aggressive
// In a graph region an operation may use its own result. A fold that finds just that result is no fold.

%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%true = arith.constant true
%cond, %x, %vec = "x.some"() : () -> (i1, index, vector<2x4xf32>)

%add = arith.addi %c0, %add : index
%add_right = arith.addi %add_right, %c0 : index
%sub = arith.subi %sub, %c0 : index
%mul = arith.muli %mul, %c1 : index
%div = arith.divui %div, %c1 : index
%or = arith.ori %or, %or : index
%min = arith.minsi %min, %min : index
%select = arith.select %cond, %select, %select : index
%chosen = arith.select %true, %chosen, %x : index
%index_add = index.add %index_add, %c0
%index_mul = index.mul %c1, %index_mul
%apply = affine.apply affine_map<(d0) -> (d0)>(%apply)
%next = affine.apply affine_map<(d0) -> (d0 + 1)>(%next)
%most = affine.max affine_map<(d0) -> (d0)>(%most)
%grows = arith.addi %grows, %c1 : index
%if = scf.if %cond -> (index) {
  scf.yield %if : index
} else {
  scf.yield %if : index
}
%cast = builtin.unrealized_conversion_cast %cast : index to index
%broadcast = vector.broadcast %extract : vector<4xf32> to vector<2x4xf32>
%extract = vector.extract %broadcast[0] : vector<4xf32> from vector<2x4xf32>
%inserted = vector.insert %row, %inserted [1] : vector<4xf32> into vector<2x4xf32>
%row = vector.extract %inserted[0] : vector<4xf32> from vector<2x4xf32>
%cast_of_cast = memref.cast %cast_of_cast : memref<4xi8> to memref<4xi8>
%view = memref.subview %view[0][4][1] : memref<4xi8> to memref<4xi8>
"x.use"(%add, %add_right, %sub, %mul, %div, %or, %min, %select, %chosen, %index_add, %index_mul, %apply, %next, %most, %grows, %if, %cast, %broadcast, %extract, %inserted, %row, %cast_of_cast)
  : (index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>, vector<4xf32>, memref<4xi8>) -> ()
"x.use"(%view) : (memref<4xi8>) -> ()
