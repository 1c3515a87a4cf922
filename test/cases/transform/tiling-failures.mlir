// RUN: rmlir-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @computed(%a: tensor<4x4xi8>, %x: i8) -> tensor<4x4xi8> {
  // expected-note@below {{target op}}
  %0 = tensor.pad %a low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %k = arith.index_cast %i : index to i8
    tensor.yield %k : i8
  } : tensor<4x4xi8> to tensor<4x4xi8>
  return %0 : tensor<4x4xi8>
}

// What is added is not the same everywhere.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{failed to tile and fuse}}
    %1, %l = transform.structured.fuse %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<4x4xi8>) -> tensor<4x4xi8> {
  return %a : tensor<4x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{only TilingInterface ops are supported}}
    %1, %l = transform.structured.fuse %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// More sizes than loops.
func.func @f(%a: tensor<4xi8>) -> tensor<4xi8> {
  %0 = linalg.mul ins(%a, %a : tensor<4xi8>, tensor<4xi8>) outs(%a : tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expected 2 loops, but 1 were made}}
    %1, %l:2 = transform.structured.fuse %0 tile_sizes [2, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// An order that is none of the loops there are.
func.func @f(%a: tensor<4xi8>) -> tensor<4xi8> {
  // expected-note@below {{target op}}
  %0 = linalg.mul ins(%a, %a : tensor<4xi8>, tensor<4xi8>) outs(%a : tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{failed to tile and fuse}}
    %1, %l = transform.structured.fuse %0 tile_sizes [2, 0] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error@below {{expects 2 loop results}}
    %1, %l = transform.structured.fuse %root tile_sizes [2, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error@below {{found duplicate interchange value: 1}}
    %1, %l:2 = transform.structured.fuse %root tile_sizes [2, 3] interchange [1, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error@below {{expects interchange values to be in range [0, 2), found: 2}}
    %1, %l:2 = transform.structured.fuse %root tile_sizes [2, 3] interchange [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A loop that is not divided.
func.func @f(%a: tensor<4x4xi8>) -> tensor<4x4xi8> {
  %0 = linalg.mul ins(%a, %a : tensor<4x4xi8>, tensor<4x4xi8>) outs(%a : tensor<4x4xi8>) -> tensor<4x4xi8>
  return %0 : tensor<4x4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{failed to tile: it needs a tile size for each loop, and tensors}}
    %1, %l = transform.test.tile_using_custom_loop %0 tile_sizes = [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Whether slices could be fused.
func.func @asked(%a: tensor<4xi8>, %b: tensor<4xi8>, %c: tensor<2xi8>, %d: tensor<2xi8>) -> (tensor<4xi8>, tensor<2xi8>) {
  %0 = tensor.insert_slice %c into %a[0] [2] [1] : tensor<2xi8> into tensor<4xi8>
  %1 = tensor.insert_slice %d into %b[2] [2] [1] : tensor<2xi8> into tensor<4xi8>
  // expected-remark@+2 {{cannot be fused with producer tensor.insert_slice ops}}
  // expected-remark@+1 {{can be fused with consumer tensor.extract_slice op}}
  %2 = linalg.mul ins(%0, %1 : tensor<4xi8>, tensor<4xi8>) outs(%a : tensor<4xi8>) -> tensor<4xi8>
  %3 = tensor.extract_slice %2[1] [2] [1] : tensor<4xi8> to tensor<2xi8>
  // expected-remark@below {{can be fused with producer tensor.insert_slice ops}}
  %4 = linalg.add ins(%0, %0 : tensor<4xi8>, tensor<4xi8>) outs(%a : tensor<4xi8>) -> tensor<4xi8>
  return %4, %3 : tensor<4xi8>, tensor<2xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul", "linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.test.query_producer_fusability %0 : !transform.any_op
    transform.test.query_consumer_fusability %0 : !transform.any_op
    transform.yield
  }
}

// -----

// What is added up is not divided.
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-note@below {{target op}}
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{failed to tile and fuse}}
    %1, %l = transform.structured.fuse %0 tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// It is not used there.
func.func @f(%a: tensor<4xi8>) -> tensor<4xi8> {
  %0 = linalg.mul ins(%a, %a : tensor<4xi8>, tensor<4xi8>) outs(%a : tensor<4xi8>) -> tensor<4xi8>
  // expected-note@below {{containing op}}
  %1 = scf.forall (%i) in (2) shared_outs(%t = %a) -> (tensor<4xi8>) {
  }
  return %0 : tensor<4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{could not find next producer to fuse into container}}
    %2:2 = transform.structured.fuse_into_containing_op %0 into %1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Threads put it together themselves.
func.func @f(%a: tensor<4xi8>) -> tensor<4xi8> {
  // expected-note@below {{producer}}
  %0 = linalg.mul ins(%a, %a : tensor<4xi8>, tensor<4xi8>) outs(%a : tensor<4xi8>) -> tensor<4xi8>
  // expected-note@below {{containing op}}
  %1 = scf.forall (%i) in (2) shared_outs(%t = %a) -> (tensor<4xi8>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %t[0] [4] [1] : tensor<4xi8> into tensor<4xi8>
    }
  }
  return %1 : tensor<4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{could not fuse into the containing op}}
    %2:2 = transform.structured.fuse_into_containing_op %0 into %1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// One parameter for two operations, which are listed last to first.
func.func @f(%a: tensor<4xi8>) -> tensor<4xi8> {
  %0 = linalg.mul ins(%a, %a : tensor<4xi8>, tensor<4xi8>) outs(%a : tensor<4xi8>) -> tensor<4xi8>
  %1 = linalg.mul ins(%0, %a : tensor<4xi8>, tensor<4xi8>) outs(%a : tensor<4xi8>) -> tensor<4xi8>
  return %1 : tensor<4xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.test_reverse_payload_ops %0 : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{for this parameter}}
    %two = transform.test_produce_param(2 : i64) : !transform.any_param
    // expected-error@below {{expected as many parameter values (0) as target ops (2)}}
    %2, %l = transform.structured.tile_using_for %1 tile_sizes [%two] : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
