// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic --mlir-print-debuginfo
// RUN: rmlir-opt %s --canonicalize
// RUN: rmlir-opt %s --cse

// Names say the value or the type; equal constants become one.
spirv.func @scalars() -> i32 "None" {
  %0 = spirv.Constant true
  %1 = spirv.Constant false
  %2 = spirv.Constant 1 : i32
  %3 = spirv.Constant -3 : si8
  %4 = spirv.Constant 255 : ui8
  %5 = spirv.Constant 1.5 : f32
  %6 = spirv.Constant 1 : i32
  spirv.ReturnValue %6 : i32
}

func.func @many() -> (vector<2xf32>, !spirv.array<2 x i32>, !spirv.array<4 x i32>, !spirv.array<2 x !spirv.array<2 x i32>>, !spirv.array<1 x vector<2xf32>>) {
  %0 = spirv.Constant dense<[2.0, 3.0]> : vector<2xf32>
  %1 = spirv.Constant [1 : i32, 2 : i32] : !spirv.array<2 x i32>
  %2 = spirv.Constant dense<1> : tensor<4xi32> : !spirv.array<4 x i32>
  %3 = spirv.Constant dense<1> : tensor<2x2xi32> : !spirv.array<2 x !spirv.array<2 x i32>>
  %4 = spirv.Constant [dense<3.0> : vector<2xf32>] : !spirv.array<1 x vector<2xf32>>
  return %0, %1, %2, %3, %4 : vector<2xf32>, !spirv.array<2 x i32>, !spirv.array<4 x i32>, !spirv.array<2 x !spirv.array<2 x i32>>, !spirv.array<1 x vector<2xf32>>
}
