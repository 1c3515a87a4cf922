// RUN: rmlir-opt %s --transform-interpreter --split-input-file

// One slice of a slice, where dimensions are left out and strides multiply.
func.func @slice_of_slice(%a: tensor<9x12xi8>, %i: index) -> tensor<2xi8> {
  %0 = tensor.extract_slice %a[1, %i] [4, 5] [2, 1] : tensor<9x12xi8> to tensor<4x5xi8>
  %1 = tensor.extract_slice %0[1, 2] [2, 1] [1, 3] : tensor<4x5xi8> to tensor<2xi8>
  return %1 : tensor<2xi8>
}

// What goes into all of a part goes into the whole.
func.func @part_of_part(%a: tensor<2xi8>, %b: tensor<1x2xi8>, %c: tensor<6x6xi8>) -> tensor<6x6xi8> {
  %0 = tensor.insert_slice %a into %b[0, 0] [1, 2] [1, 1] : tensor<2xi8> into tensor<1x2xi8>
  %1 = tensor.insert_slice %0 into %c[3, 2] [1, 2] [1, 1] : tensor<1x2xi8> into tensor<6x6xi8>
  return %1 : tensor<6x6xi8>
}

func.func @part_of_part_by_threads(%a: tensor<1x2xi8>, %b: tensor<1x2xi8>, %c: tensor<6x2xi8>) -> tensor<6x2xi8> {
  %0 = scf.forall (%i) in (6) shared_outs(%o = %c) -> (tensor<6x2xi8>) {
    %1 = tensor.insert_slice %a into %b[0, 0] [1, 2] [1, 1] : tensor<1x2xi8> into tensor<1x2xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i, 0] [1, 2] [1, 1] : tensor<1x2xi8> into tensor<6x2xi8>
    }
  }
  return %0 : tensor<6x2xi8>
}

// Rows of what was expanded are neighbours.
func.func @expanded(%a: tensor<24xi8>, %i: index) -> tensor<1x2x4xi8> {
  %0 = tensor.expand_shape %a [[0, 1, 2]] output_shape [2, 3, 4] : tensor<24xi8> into tensor<2x3x4xi8>
  %1 = tensor.extract_slice %0[1, 1, 0] [1, 2, 4] [1, 1, 1] : tensor<2x3x4xi8> to tensor<1x2x4xi8>
  return %1 : tensor<1x2x4xi8>
}

// Columns are not.
func.func @columns(%a: tensor<24xi8>) -> tensor<2x1x4xi8> {
  %0 = tensor.expand_shape %a [[0, 1, 2]] output_shape [2, 3, 4] : tensor<24xi8> into tensor<2x3x4xi8>
  %1 = tensor.extract_slice %0[0, 1, 0] [2, 1, 4] [1, 1, 1] : tensor<2x3x4xi8> to tensor<2x1x4xi8>
  return %1 : tensor<2x1x4xi8>
}

// Elements that are a box on the other side; those across the end of a row are none.
func.func @collapsed(%a: tensor<4x6xi8>) -> (tensor<12xi8>, tensor<3xi8>, tensor<3xi8>) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x6xi8> into tensor<24xi8>
  %1 = tensor.extract_slice %0[6] [12] [1] : tensor<24xi8> to tensor<12xi8>
  %2 = tensor.extract_slice %0[8] [3] [1] : tensor<24xi8> to tensor<3xi8>
  %3 = tensor.extract_slice %0[10] [3] [1] : tensor<24xi8> to tensor<3xi8>
  return %1, %2, %3 : tensor<12xi8>, tensor<3xi8>, tensor<3xi8>
}

// A place that is only known as a value has to be a multiple of what is taken.
func.func @collapsed_somewhere(%a: tensor<2x6xi8>) -> tensor<3xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<2x6xi8> into tensor<12xi8>
  %zero = arith.constant 0 : i8
  %init = tensor.splat %zero : tensor<3xi8>
  %1 = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %init) -> (tensor<3xi8>) {
    %at = affine.apply affine_map<(d0) -> (d0 * 3)>(%i)
    %odd = affine.apply affine_map<(d0) -> (d0 * 3 + 5)>(%i)
    %2 = tensor.extract_slice %0[%at] [3] [1] : tensor<12xi8> to tensor<3xi8>
    %3 = tensor.extract_slice %0[%odd] [3] [1] : tensor<12xi8> to tensor<3xi8>
    %4 = linalg.add ins(%2, %3 : tensor<3xi8>, tensor<3xi8>) outs(%t : tensor<3xi8>) -> tensor<3xi8>
    scf.yield %4 : tensor<3xi8>
  }
  return %1 : tensor<3xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.bubble_up_extract_slice
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
    } : !transform.any_op
    transform.yield
  }
}

// -----

// So that what is reshaped is computed tile by tile, too.
func.func @fused(%a: tensor<24xi8>, %b: tensor<2x3x4xi8>) -> tensor<2x3x4xi8> {
  %0 = linalg.mul ins(%a, %a : tensor<24xi8>, tensor<24xi8>) outs(%a : tensor<24xi8>) -> tensor<24xi8>
  %1 = tensor.expand_shape %0 [[0, 1, 2]] output_shape [2, 3, 4] : tensor<24xi8> into tensor<2x3x4xi8>
  %2 = linalg.add ins(%1, %b : tensor<2x3x4xi8>, tensor<2x3x4xi8>) outs(%b : tensor<2x3x4xi8>) -> tensor<2x3x4xi8>
  return %2 : tensor<2x3x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.fuse %0 tile_sizes [1, 0, 0] {apply_cleanup} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
