// RUN: rmlir-opt %s --mlir-print-op-generic | rmlir-opt

shard.grid @plane(shape = 2x4)
shard.grid @line(shape = ?)

func.func @places(%i: index) {
  %0:2 = shard.grid_shape @plane : index, index
  %1 = shard.grid_shape @plane axes = [1] : index
  %2:2 = shard.process_multi_index on @plane axes = [1, 0] : index, index
  %3 = shard.process_linear_index on @line : index
  %4:2 = shard.neighbors_linear_indices on @plane[%i, %i] split_axes = [0] : index, index
  return
}

func.func @shardings(%t: tensor<8x6xf32>, %n: i64, %i: index) -> tensor<8x6xf32> {
  %0 = shard.sharding @plane split_axes = [[0, 1], []] : !shard.sharding
  %1 = shard.sharding @plane split_axes = [[], [1]] halo_sizes = [%n, 2] {note = "halo"} : !shard.sharding
  %2 = shard.sharding @plane split_axes = [[0]] sharded_dims_offsets = [0, %n, 8] : !shard.sharding
  %3 = shard.shard %t to %0 : tensor<8x6xf32>
  %4 = shard.shard %3 to %1 annotate_for_users : tensor<8x6xf32>
  %5 = shard.get_sharding %4 : tensor<8x6xf32> -> !shard.sharding
  %6:2 = shard.shard_shape dims = [8, %i] sharding = %2 device = [0, %i] : index, index
  return %4 : tensor<8x6xf32>
}

func.func @together(%t: tensor<8x4xf32>, %m: memref<8x4xf32>, %i: index) {
  %0 = shard.all_gather %t on @plane grid_axes = [1] gather_axis = 0 : tensor<8x4xf32> -> tensor<32x4xf32>
  %1 = shard.all_reduce %m on @plane grid_axes = [0, 1] reduction = bitwise_xor : memref<8x4xf32> -> memref<8x4xf64>
  %2 = shard.all_reduce %t on @line : tensor<8x4xf32> -> tensor<8x4xf32>
  %3 = shard.all_slice %t on @plane grid_axes = [1, 0] slice_axis = 0 : tensor<8x4xf32> -> tensor<1x4xf32>
  %4 = shard.all_to_all %t on @plane grid_axes = [0] split_axis = 0 concat_axis = 1 : tensor<8x4xf32> -> tensor<4x8xf32>
  %5 = shard.broadcast %t on @plane grid_axes = [0, 1] root = [1, %i] : (tensor<8x4xf32>, index) -> tensor<8x4xf32>
  %6 = shard.gather %t on @line grid_axes = [0] gather_axis = 1 root = [5] : (tensor<8x4xf32>) -> tensor<8x?xf32>
  %7 = shard.recv %t on @plane grid_axes = [0] source = [%i] : (tensor<8x4xf32>, index) -> tensor<8x4xf32>
  %8 = shard.recv %t on @plane : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %9 = shard.reduce %t on @plane grid_axes = [1] reduction = average root = [3] : (tensor<8x4xf32>) -> tensor<8x4xf16>
  %10 = shard.reduce_scatter %t on @plane grid_axes = [1] scatter_axis = 1 : tensor<8x4xf32> -> tensor<8x1xf32>
  %11 = shard.scatter %t on @plane grid_axes = [1] scatter_axis = 0 root = [0] : (tensor<8x4xf32>) -> tensor<2x4xf32>
  %12 = shard.send %t on @plane grid_axes = [0] destination = [1] : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %13 = shard.shift %t on @plane grid_axes = [0, 1] shift_axis = 1 offset = -2 rotate : tensor<8x4xf32> -> tensor<8x4xf32>
  %14 = shard.update_halo %m on @plane split_axes = [[0], [1]] halo_sizes = [1, 1, 0, 2] : memref<8x4xf32>
  return
}
