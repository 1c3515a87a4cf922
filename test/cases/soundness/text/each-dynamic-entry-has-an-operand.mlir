// RUN: rmlir-opt %s --split-input-file

// The number that stands for a dynamic entry cannot be written as a static one: the printed list would have no entry there.
func.func @pad_low(%a: tensor<4xf32>, %z: f32) -> tensor<?xf32> {
  %0 = tensor.pad %a low[-9223372036854775808] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @pad_high(%a: tensor<4xf32>, %z: f32) -> tensor<?xf32> {
  %0 = tensor.pad %a low[0] high[-9223372036854775808] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// An operand that no entry stands for would be lost.
func.func @pad_with_an_operand_too_many(%a: tensor<4xf32>, %z: f32, %n: index) -> tensor<7xf32> {
  %0 = "tensor.pad"(%a, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 1>, static_low = array<i64: 2>}> ({
  ^bb0(%i: index):
    tensor.yield %z : f32
  }) : (tensor<4xf32>, index) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func @insert(%a: vector<4xf32>, %z: f32) -> vector<4xf32> {
  %0 = vector.insert %z, %a[-9223372036854775808] : f32 into vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @insert_into_two_dimensions(%a: vector<2x4xf32>, %z: f32, %n: index) -> vector<2x4xf32> {
  %0 = vector.insert %z, %a[%n, -9223372036854775808] : f32 into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

func.func @extract(%a: vector<4xf32>) -> f32 {
  %0 = vector.extract %a[-9223372036854775808] : f32 from vector<4xf32>
  return %0 : f32
}

// -----

func.func @slice(%a: tensor<4xf32>) -> tensor<?xf32> {
  %0 = tensor.extract_slice %a[0] [-9223372036854775808] [1] : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @view(%a: memref<4xf32>) {
  %0 = memref.subview %a[0] [4] [-9223372036854775808] : memref<4xf32> to memref<4xf32, strided<[?]>>
  return
}

// -----

func.func @unpack(%a: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [-9223372036854775808] into %b : tensor<?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

shard.grid @plane(shape = 2x2)
func.func @broadcast(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = shard.broadcast %a on @plane grid_axes = [0] root = [-9223372036854775808] : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

shard.grid @line(shape = 2)
func.func @halo(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = shard.update_halo %a on @line split_axes = [[0]] halo_sizes = [-9223372036854775808, 1] : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// What has an operand for each dynamic entry is as it was.
func.func @right(%a: tensor<4xf32>, %v: vector<2x4xf32>, %z: f32, %n: index) -> (tensor<?xf32>, vector<2x4xf32>) {
  %0 = tensor.pad %a low[%n] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<?xf32>
  %1 = vector.insert %z, %v[%n, 3] : f32 into vector<2x4xf32>
  return %0, %1 : tensor<?xf32>, vector<2x4xf32>
}
