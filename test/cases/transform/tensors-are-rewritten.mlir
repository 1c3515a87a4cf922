// RUN: rmlir-opt %s --transform-interpreter --split-input-file

// Tensors that are joined are inserted one after the other; where a size is not known, places are computed.
func.func @join(%a: tensor<2x3xi8>, %b: tensor<2x4xi8>, %c: tensor<2x1xi8>) -> tensor<2x8xi8> {
  %0 = tensor.concat dim(1) %a, %b, %c : (tensor<2x3xi8>, tensor<2x4xi8>, tensor<2x1xi8>) -> tensor<2x8xi8>
  return %0 : tensor<2x8xi8>
}

func.func @join_dynamic(%a: tensor<?x3xi8>, %b: tensor<2x3xi8>) -> tensor<?x?xi8> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x3xi8>, tensor<2x3xi8>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.decompose_concat
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Elements that are known are written out.
func.func @pad() -> tensor<3x4xi8> {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %c9 = arith.constant 9 : i8
  %1 = tensor.pad %0 low[1, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c9 : i8
  } : tensor<2x2xi8> to tensor<3x4xi8>
  return %1 : tensor<3x4xi8>
}

func.func @generate() -> tensor<2x2xi8> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c9 = arith.constant 9 : i8
    tensor.yield %c9 : i8
  } : tensor<2x2xi8>
  return %0 : tensor<2x2xi8>
}

// The constant stays anyway; it is to stay; less than nothing is padded.
func.func @stay() -> (tensor<3xi8>, tensor<2xi8>, tensor<3xi8>, tensor<1xi8>) {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi8>
  %2 = arith.constant dense<[1, 4]> : tensor<2xi8>
  %5 = arith.constant dense<[1, 5]> : tensor<2xi8>
  %c9 = arith.constant 9 : i8
  %3 = tensor.pad %0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c9 : i8
  } : tensor<2xi8> to tensor<3xi8>
  %6 = tensor.pad %2 nofold low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c9 : i8
  } : tensor<2xi8> to tensor<3xi8>
  %7 = tensor.pad %5 low[-1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c9 : i8
  } : tensor<2xi8> to tensor<1xi8>
  return %3, %0, %6, %7 : tensor<3xi8>, tensor<2xi8>, tensor<3xi8>, tensor<1xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.rewrite_as_constant
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Transfers skip slices.
func.func @read_of_slice(%t: tensor<8x9xi8>, %i: index) -> vector<3xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 7 : i8
  %j = arith.minui %i, %c1 : index
  %0 = tensor.extract_slice %t[2, %j] [1, 5] [1, 1] : tensor<8x9xi8> to tensor<5xi8>
  %1 = vector.transfer_read %0[%c1], %pad {in_bounds = [true]} : tensor<5xi8>, vector<3xi8>
  return %1 : vector<3xi8>
}

func.func @insertion_of_write(%t: tensor<8x9xi8>, %e: tensor<2x3xi8>, %v: vector<2x3xi8>) -> tensor<8x9xi8> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %e[%c0, %c0] {in_bounds = [true, true]} : vector<2x3xi8>, tensor<2x3xi8>
  %1 = tensor.insert_slice %0 into %t[4, 5] [2, 3] [1, 1] : tensor<2x3xi8> into tensor<8x9xi8>
  return %1 : tensor<8x9xi8>
}

// It may leave the slice; the slice leaves out elements; the write leaves some as they are.
func.func @stay(%t: tensor<9xi8>, %e: tensor<4xi8>, %v: vector<3xi8>) -> (vector<3xi8>, vector<3xi8>, tensor<9xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 7 : i8
  %0 = tensor.extract_slice %t[2] [3] [1] : tensor<9xi8> to tensor<3xi8>
  %1 = vector.transfer_read %0[%c1], %pad : tensor<3xi8>, vector<3xi8>
  %2 = tensor.extract_slice %t[2] [3] [2] : tensor<9xi8> to tensor<3xi8>
  %3 = vector.transfer_read %2[%c0], %pad {in_bounds = [true]} : tensor<3xi8>, vector<3xi8>
  %4 = vector.transfer_write %v, %e[%c0] {in_bounds = [true]} : vector<3xi8>, tensor<4xi8>
  %5 = tensor.insert_slice %4 into %t[1] [4] [1] : tensor<4xi8> into tensor<9xi8>
  return %1, %3, %5 : vector<3xi8>, vector<3xi8>, tensor<9xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
    } : !transform.any_op
    transform.yield
  }
}
