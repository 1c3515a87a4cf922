// RUN: rmlir-opt %s --convert-elementwise-to-linalg

func.func @same_type(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>, %c: i1) -> tensor<4x3xf32> {
  %0 = arith.addf %a, %b fastmath<fast> : tensor<4x3xf32>
  %1 = arith.select %c, %0, %b : tensor<4x3xf32>
  %2 = arith.cmpf olt, %0, %1 : tensor<4x3xf32>
  %3 = arith.select %2, %0, %1 : tensor<4x3xi1>, tensor<4x3xf32>
  %4 = math.exp %3 : tensor<4x3xf32>
  return %4 : tensor<4x3xf32>
}

func.func @dynamic(%a: tensor<?x3xf16>) -> tensor<?x3xf32> {
  %0 = arith.extf %a : tensor<?x3xf16> to tensor<?x3xf32>
  %1 = math.exp %0 : tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

func.func @other(%a: tensor<4xi32>, %u: tensor<*xi32>, %s: tensor<f32>)
    -> (tensor<4xi64>, tensor<*xi32>, tensor<f32>, tensor<4xi1>) {
  %0 = arith.extsi %a : tensor<4xi32> to tensor<4xi64>
  %1 = arith.addi %u, %u : tensor<*xi32>
  %2 = arith.negf %s : tensor<f32>
  %3 = arith.cmpi eq, %a, %a : tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xi64>, tensor<*xi32>, tensor<f32>, tensor<4xi1>
}
