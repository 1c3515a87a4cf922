// Every operation, in its own and in the generic form.
// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @make(%n: index, %x: f32) -> (tensor<?x4xf32>, tensor<2xf32>, tensor<?x3xf32>, tensor<?xf32>) {
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  %1 = tensor.from_elements %x, %x : tensor<2xf32>
  %2 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x3xf32>
  %3 = tensor.splat %x[%n] : tensor<?xf32>
  return %0, %1, %2, %3 : tensor<?x4xf32>, tensor<2xf32>, tensor<?x3xf32>, tensor<?xf32>
}

func.func @ask(%t: tensor<*xf32>, %u: tensor<4x?xf32>, %i: index) -> (index, index, f32) {
  %0 = tensor.rank %t : tensor<*xf32>
  %1 = tensor.dim %u, %i : tensor<4x?xf32>
  %2 = tensor.extract %u[%i, %0] : tensor<4x?xf32>
  return %0, %1, %2 : index, index, f32
}

func.func @change(%t: tensor<4x?xf32>, %x: f32, %i: index, %part: tensor<2xf32>, %sizes: tensor<1xindex>) {
  %0 = tensor.insert %x into %t[%i, %i] : tensor<4x?xf32>
  %1 = tensor.insert_slice %part into %0[%i, 0] [1, 2] [1, %i] : tensor<2xf32> into tensor<4x?xf32>
  %2 = tensor.extract_slice %1[0, %i] [2, %i] [1, 1] : tensor<4x?xf32> to tensor<2x?xf32>
  %3 = tensor.pad %2 nofold low[%i, 1] high[0, %i] {
  ^bb0(%a: index, %b: index):
    tensor.yield %x : f32
  } : tensor<2x?xf32> to tensor<?x?xf32>
  %4 = tensor.concat dim(1) %t, %0 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %5 = tensor.expand_shape %4 [[0, 1], [2]] output_shape [2, 2, %i] : tensor<4x?xf32> into tensor<2x2x?xf32>
  %6 = tensor.collapse_shape %5 [[0, 1, 2]] : tensor<2x2x?xf32> into tensor<?xf32>
  %7 = tensor.reshape %6(%sizes) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %8 = tensor.cast %7 : tensor<?xf32> to tensor<*xf32>
  %9 = tensor.bitcast %7 : tensor<?xf32> to tensor<?xi32>
  return
}

func.func @places(%t: tensor<4x5xf32>, %at: tensor<6x1xindex>) -> tensor<4x5xf32> {
  %0 = tensor.gather %t[%at] gather_dims([1]) unique : (tensor<4x5xf32>, tensor<6x1xindex>) -> tensor<6x4x1xf32>
  %1 = tensor.scatter %0 into %t[%at] scatter_dims([1]) unique
    : (tensor<6x4x1xf32>, tensor<4x5xf32>, tensor<6x1xindex>) -> tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}

func.func @threads(%t: tensor<8xf32>, %part: tensor<1xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}
