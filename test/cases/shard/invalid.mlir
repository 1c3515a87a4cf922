// RUN: rmlir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{Failed parsing dimension list. Did you mean an empty list? It must be denoted by "[]".}}
shard.grid @grid(shape = )

// -----

// expected-error @below {{rank of grid is expected to be a positive integer}}
shard.grid @grid(shape = [])

// -----

func.func @no_grid() {
  // expected-error @below {{Undefined required grid symbol "grid".}}
  %0 = shard.process_linear_index on @grid : index
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @axis_twice(%t: tensor<4xf32>) {
  // expected-error @below {{Grid axes contains duplicate elements.}}
  %0 = shard.all_reduce %t on @grid grid_axes = [1, 0, 1] : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @no_axis(%t: tensor<4xf32>) {
  // expected-error @below {{0-based grid axis index 2 is out of bounds. The referenced grid "grid" is of rank 2.}}
  %0 = shard.all_reduce %t on @grid grid_axes = [2] : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @too_few_results() {
  // expected-error @below {{Unexpected number of results 1. Expected 2.}}
  %0 = shard.process_multi_index on @grid : index
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @cut_twice() {
  // expected-error @below {{grid axis duplicated}}
  %0 = shard.sharding @grid split_axes = [[0], [0]] : !shard.sharding
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @half_a_halo() {
  // expected-error @below {{halo sizes must be specified for all split axes.}}
  %0 = shard.sharding @grid split_axes = [[0], [1]] halo_sizes = [1, 1] : !shard.sharding
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @no_axis_to_cut_along() {
  // expected-error @below {{0-based grid axis index 5 is out of bounds. The referenced grid "grid" is of rank 2.}}
  %0 = shard.sharding @grid split_axes = [[5]] sharded_dims_offsets = [0, 1] : !shard.sharding
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @wrong_size(%t: tensor<4xf32>) {
  // expected-error @below {{Dimension size mismatch for result axis 0. Expected 16, but got 8.}}
  %0 = shard.all_gather %t on @grid grid_axes = [1] gather_axis = 0 : tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @uneven(%t: tensor<6xf32>) {
  // expected-error @below {{Operand dimension size 6 is not divisible by collective device group size 4 for tensor axis 0.}}
  %0 = shard.all_slice %t on @grid grid_axes = [1] slice_axis = 0 : tensor<6xf32> -> tensor<?xf32>
  return
}

// -----

shard.grid @grid(shape = 0)
func.func @no_devices(%t: tensor<6xf32>) {
  // expected-error @below {{Operand dimension size 6 is not divisible by collective device group size 0 for tensor axis 0.}}
  %0 = shard.all_slice %t on @grid grid_axes = [0] slice_axis = 0 : tensor<6xf32> -> tensor<?xf32>
  return
}

// -----

shard.grid @grid(shape = 2)
func.func @no_dimension(%t: tensor<6xf32>) {
  // expected-error @below {{Tensor axis 1 is out of bounds [0, 1).}}
  %0 = shard.all_slice %t on @grid grid_axes = [0] slice_axis = 1 : tensor<6xf32> -> tensor<?xf32>
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @no_such_device(%t: tensor<4xf32>) {
  // expected-error @below {{Out of bounds coordinate 0 for in-group device "root". Got 2, but expected value in the range [0, 1].}}
  %0 = shard.broadcast %t on @grid grid_axes = [0] root = [2] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @another_shape(%t: tensor<4xf32>) {
  // expected-error @below {{failed to verify that all of {input, result} have same shape}}
  %0 = shard.broadcast %t on @grid root = [] : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

shard.grid @grid(shape = 2x4)
func.func @along_another_axis(%t: tensor<4xf32>) {
  // expected-error @below {{Invalid shift axis 1. It must be one of the grouping grid axes.}}
  %0 = shard.shift %t on @grid grid_axes = [0] shift_axis = 1 offset = 1 : tensor<4xf32> -> tensor<4xf32>
  return
}
