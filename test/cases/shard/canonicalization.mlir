// RUN: rmlir-opt %s --canonicalize

shard.grid @plane(shape = 2x4)

// A group without axes is one device.
func.func @alone(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf64>, tensor<4xf32>) {
  %0 = shard.all_gather %t on @plane gather_axis = 0 : tensor<4xf32> -> tensor<4xf32>
  %1 = shard.all_reduce %0 on @plane : tensor<4xf32> -> tensor<4xf64>
  %2 = shard.send %0 on @plane destination = [] : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf64>, tensor<4xf32>
}

// Constants become numbers; what is so without a word is not said.
func.func @shardings(%n: i64) -> (!shard.sharding, !shard.sharding, !shard.sharding, !shard.sharding) {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %0 = shard.sharding @plane split_axes = [[0]] halo_sizes = [%c0, 0] : !shard.sharding
  %1 = shard.sharding @plane split_axes = [[0]] halo_sizes = [%c4, %n] : !shard.sharding
  %2 = shard.sharding @plane split_axes = [[0]] sharded_dims_offsets = [0, %c4, 8] : !shard.sharding
  %3 = shard.sharding @plane split_axes = [[0]] sharded_dims_offsets = [0, %c4, 6] : !shard.sharding
  return %0, %1, %2, %3 : !shard.sharding, !shard.sharding, !shard.sharding, !shard.sharding
}

// The same annotation is made once; another one is of the annotated tensor.
func.func @twice(%t: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %s = shard.sharding @plane split_axes = [[0]] : !shard.sharding
  %same = shard.sharding @plane split_axes = [[0], []] : !shard.sharding
  %other = shard.sharding @plane split_axes = [[1]] : !shard.sharding
  %0 = shard.shard %t to %s : tensor<8xf32>
  %1 = shard.shard %t to %same : tensor<8xf32>
  %2 = shard.shard %t to %other : tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
