// RUN: rmlir-opt %s --transform-interpreter

func.func @broadcasts(%a: i32, %b: i32) -> vector<4x2xi32> {
  %0 = vector.broadcast %a : i32 to vector<4x2xi32>
  %1 = vector.broadcast %b : i32 to vector<4x2xi32>
  %2 = arith.addi %0, %1 : vector<4x2xi32>
  return %2 : vector<4x2xi32>
}

func.func @constants(%a: vector<2xi32>) -> vector<4x2xi32> {
  %cst = arith.constant dense<3> : vector<4x2xi32>
  %0 = vector.broadcast %a : vector<2xi32> to vector<4x2xi32>
  %1 = arith.muli %cst, %0 : vector<4x2xi32>
  return %1 : vector<4x2xi32>
}

func.func @casts(%a: vector<2xi8>) -> vector<4x2xi32> {
  %0 = vector.broadcast %a : vector<2xi8> to vector<4x2xi8>
  %1 = arith.extsi %0 : vector<4x2xi8> to vector<4x2xi32>
  return %1 : vector<4x2xi32>
}

func.func @different_shapes(%a: i32, %b: vector<2xi32>) -> vector<4x2xi32> {
  %0 = vector.broadcast %a : i32 to vector<4x2xi32>
  %1 = vector.broadcast %b : vector<2xi32> to vector<4x2xi32>
  %2 = arith.addi %0, %1 : vector<4x2xi32>
  return %2 : vector<4x2xi32>
}

func.func @transposes(%a: vector<3x2xf32>, %b: vector<3x2xf32>) -> (vector<2x3xf32>, vector<2x3xi1>) {
  %cst = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %0 = vector.transpose %a, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
  %1 = vector.transpose %b, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
  %2 = arith.addf %0, %1 : vector<2x3xf32>
  %3 = arith.cmpf olt, %0, %cst : vector<2x3xf32>
  return %2, %3 : vector<2x3xf32>, vector<2x3xi1>
}

func.func @elements(%a: vector<4xf32>, %b: vector<4xf32>) -> f32 {
  %0 = arith.addf %a, %b fastmath<fast> : vector<4xf32>
  %1 = vector.extract %0[2] : f32 from vector<4xf32>
  return %1 : f32
}

func.func @loads(%m: memref<?x?xf32>, %i: index, %j: index) -> (f32, vector<4xf32>) {
  %0 = vector.load %m[%i, %j] : memref<?x?xf32>, vector<4xf32>
  %1 = vector.extract %0[1] : f32 from vector<4xf32>
  %2 = vector.load %m[%i, %j] : memref<?x?xf32>, vector<2x4xf32>
  %3 = vector.extract %2[%j] : vector<4xf32> from vector<2x4xf32>
  return %1, %3 : f32, vector<4xf32>
}

func.func @stores(%m: memref<?xf32>, %i: index, %x: f32) {
  %0 = vector.broadcast %x : f32 to vector<1xf32>
  vector.store %0, %m[%i] : memref<?xf32>, vector<1xf32>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.sink_ops
      transform.apply_patterns.vector.sink_mem_ops
    } : !transform.any_op
    transform.yield
  }
}
