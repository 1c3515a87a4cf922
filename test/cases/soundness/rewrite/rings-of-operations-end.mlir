// RUN: rmlir-opt %s --allow-unregistered-dialect --canonicalize
// RUN: rmlir-opt %s --allow-unregistered-dialect --sccp --cse --int-range-optimizations --canonicalize
// Rings of two and more operations in a graph region: folds and patterns that look through them come to an end.

%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%cond = "x.some"() : () -> i1

%a0 = builtin.unrealized_conversion_cast %a1 : i32 to i64
%a1 = builtin.unrealized_conversion_cast %a0 : i64 to i32
%b0 = builtin.unrealized_conversion_cast %b2 : i32 to i32
%b1 = builtin.unrealized_conversion_cast %b0 : i32 to i32
%b2 = builtin.unrealized_conversion_cast %b1 : i32 to i32
%c2 = memref.cast %c3 : memref<4xi32> to memref<?xi32>
%c3 = memref.cast %c2 : memref<?xi32> to memref<4xi32>
%t0 = tensor.cast %t1 : tensor<4xi32> to tensor<?xi32>
%t1 = tensor.cast %t0 : tensor<?xi32> to tensor<4xi32>
%d0 = arith.extui %d1 : i32 to i64
%d1 = arith.trunci %d0 : i64 to i32
%e0 = arith.addi %e1, %c1 : index
%e1 = arith.addi %e0, %c1 : index
%f0 = arith.addi %f1, %c0 : index
%f1 = arith.addi %f0, %c0 : index
%g0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%g1)
%g1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%g0)
%h0 = arith.select %cond, %h1, %h1 : index
%h1 = arith.select %cond, %h0, %h0 : index
%i0 = vector.insert %i2, %i1 [0] : vector<4xf32> into vector<2x4xf32>
%i1 = vector.insert %i2, %i0 [1] : vector<4xf32> into vector<2x4xf32>
%i2 = vector.extract %i1[1] : vector<4xf32> from vector<2x4xf32>
%j0 = vector.transpose %j1, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
%j1 = vector.transpose %j0, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
%k0 = vector.shape_cast %k1 : vector<4xf32> to vector<2x2xf32>
%k1 = vector.shape_cast %k0 : vector<2x2xf32> to vector<4xf32>
%l0 = llvm.insertvalue %l2, %l1[0] : !llvm.struct<(i32, i32)>
%l1 = llvm.insertvalue %l2, %l0[0] : !llvm.struct<(i32, i32)>
%l2 = llvm.extractvalue %l1[1] : !llvm.struct<(i32, i32)>
%m0 = tensor.insert_slice %m1 into %m1[0][4][1] : tensor<4xi32> into tensor<4xi32>
%m1 = tensor.insert_slice %m0 into %m0[0][4][1] : tensor<4xi32> into tensor<4xi32>
%n0 = tensor.collapse_shape %n1 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
%n1 = tensor.expand_shape %n0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
"x.use"(%a0, %a1, %b0, %b1, %c2, %c3, %t0, %t1, %d0, %d1, %e0, %e1, %f0, %g0, %g1, %h0, %h1)
  : (i64, i32, i32, i32, memref<?xi32>, memref<4xi32>, tensor<?xi32>, tensor<4xi32>, i64, i32, index, index, index, index, index, index, index) -> ()
"x.use"(%i0, %i1, %i2, %j0, %j1, %k0, %k1, %l0, %l1, %l2, %m0, %m1, %n0, %n1)
  : (vector<2x4xf32>, vector<2x4xf32>, vector<4xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<4xf32>, !llvm.struct<(i32, i32)>, !llvm.struct<(i32, i32)>, i32, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<2x2xf32>) -> ()
