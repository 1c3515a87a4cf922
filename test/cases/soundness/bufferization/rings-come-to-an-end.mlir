// RUN: rmlir-opt %s --one-shot-bufferize

// In a graph region a chain of aliases may come back to where it began.

%t0 = tensor.cast %t1 : tensor<4xi32> to tensor<?xi32>
%t1 = tensor.cast %t0 : tensor<?xi32> to tensor<4xi32>
%m0 = tensor.insert_slice %m1 into %m1[0][4][1] : tensor<4xi32> into tensor<4xi32>
%m1 = tensor.insert_slice %m0 into %m0[0][4][1] : tensor<4xi32> into tensor<4xi32>
%n0 = tensor.collapse_shape %n1 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
%n1 = tensor.expand_shape %n0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
