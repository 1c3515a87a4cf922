// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic --mlir-print-debuginfo
// RUN: rmlir-opt %s --canonicalize
// RUN: rmlir-opt %s --cse

func.func @divisions(%a: i32, %b: i32, %v: vector<2xui8>) -> (i32, i32, i32, vector<2xui8>, vector<2xui8>) {
  %0 = spirv.SDiv %a, %b : i32
  %1 = spirv.SRem %a, %b : i32
  %2 = spirv.SMod %a, %b : i32
  %3 = spirv.UDiv %v, %v : vector<2xui8>
  %4 = spirv.UMod %3, %v : vector<2xui8>
  return %0, %1, %2, %3, %4 : i32, i32, i32, vector<2xui8>, vector<2xui8>
}

func.func @by_one(%a: i8, %v: vector<2xi8>) -> (i8, i8, i8, vector<2xi8>, vector<2xi8>) {
  %c1 = spirv.Constant 1 : i8
  %v1 = spirv.Constant dense<1> : vector<2xi8>
  %0 = spirv.SDiv %a, %c1 : i8
  %1 = spirv.SRem %a, %c1 : i8
  %2 = spirv.SMod %a, %c1 : i8
  %3 = spirv.UDiv %v, %v1 : vector<2xi8>
  %4 = spirv.UMod %v, %v1 : vector<2xi8>
  return %0, %1, %2, %3, %4 : i8, i8, i8, vector<2xi8>, vector<2xi8>
}

// The signs of rests differ.
func.func @constants() -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %c7 = spirv.Constant 7 : i8
  %cm7 = spirv.Constant -7 : i8
  %c3 = spirv.Constant 3 : i8
  %cm3 = spirv.Constant -3 : i8
  %0 = spirv.SDiv %cm7, %c3 : i8
  %1 = spirv.UDiv %cm7, %c3 : i8
  %2 = spirv.SRem %cm7, %c3 : i8
  %3 = spirv.SRem %c7, %cm3 : i8
  %4 = spirv.SMod %cm7, %c3 : i8
  %5 = spirv.SMod %c7, %cm3 : i8
  %6 = spirv.SMod %cm7, %cm3 : i8
  %7 = spirv.UMod %cm7, %c3 : i8
  %8 = spirv.SMod %c7, %c3 : i8
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i8, i8, i8, i8, i8, i8, i8, i8
}

// Nothing is said of these.
func.func @undefined() -> (i8, i8, i8, i8, i8, i8, vector<2xi8>) {
  %c0 = spirv.Constant 0 : i8
  %min = spirv.Constant -128 : i8
  %cm1 = spirv.Constant -1 : i8
  %v = spirv.Constant dense<[1, 0]> : vector<2xi8>
  %0 = spirv.SDiv %min, %cm1 : i8
  %1 = spirv.SRem %min, %cm1 : i8
  %2 = spirv.SMod %min, %cm1 : i8
  %3 = spirv.SDiv %min, %c0 : i8
  %4 = spirv.UDiv %min, %c0 : i8
  %5 = spirv.UMod %min, %c0 : i8
  %6 = spirv.UMod %v, %v : vector<2xi8>
  return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, vector<2xi8>
}

// The first rest does not matter where its divisor is a multiple of the second.
func.func @rests_of_rests(%a: i32, %v: vector<2xi32>) -> (i32, i32, vector<2xi32>) {
  %c32 = spirv.Constant 32 : i32
  %c4 = spirv.Constant 4 : i32
  %c5 = spirv.Constant 5 : i32
  %v32 = spirv.Constant dense<[32, 15]> : vector<2xi32>
  %v4 = spirv.Constant dense<[8, 5]> : vector<2xi32>
  %0 = spirv.UMod %a, %c32 : i32
  %1 = spirv.UMod %0, %c4 : i32
  %2 = spirv.UMod %0, %c5 : i32
  %3 = spirv.UMod %v, %v32 : vector<2xi32>
  %4 = spirv.UMod %3, %v4 : vector<2xi32>
  return %1, %2, %4 : i32, i32, vector<2xi32>
}
