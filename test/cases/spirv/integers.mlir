// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic --mlir-print-debuginfo
// RUN: rmlir-opt %s --canonicalize
// RUN: rmlir-opt %s --cse

spirv.func @arithmetic(%a: i32, %b: vector<4xui16>) -> i32 "None" {
  %0 = spirv.IAdd %a, %a : i32
  %1 = spirv.ISub %0, %a : i32
  %2 = spirv.IMul %b, %b {a.b} : vector<4xui16>
  %3 = spirv.IMul %1, %a : i32
  %4 = spirv.SNegate %3 : i32
  spirv.ReturnValue %4 : i32
}

func.func @identities(%a: i32, %v: vector<2xi8>) -> (i32, i32, i32, i32, vector<2xi8>, i32) {
  %c0 = spirv.Constant 0 : i32
  %c1 = spirv.Constant 1 : i32
  %0 = spirv.IAdd %c0, %a : i32
  %1 = spirv.IMul %a, %c1 : i32
  %2 = spirv.IMul %a, %c0 : i32
  %3 = spirv.ISub %a, %a : i32
  %4 = spirv.ISub %v, %v : vector<2xi8>
  %5 = spirv.SNegate %a : i32
  %6 = spirv.SNegate %5 : i32
  return %0, %1, %2, %3, %4, %6 : i32, i32, i32, i32, vector<2xi8>, i32
}

// Numbers wrap.
func.func @constants() -> (i8, i8, i8, i8, vector<2xi8>, vector<2xi8>) {
  %c100 = spirv.Constant 100 : i8
  %cm128 = spirv.Constant -128 : i8
  %v = spirv.Constant dense<[1, 100]> : vector<2xi8>
  %w = spirv.Constant dense<3> : vector<2xi8>
  %0 = spirv.IAdd %c100, %c100 : i8
  %1 = spirv.ISub %cm128, %c100 : i8
  %2 = spirv.IMul %c100, %c100 : i8
  %3 = spirv.SNegate %cm128 : i8
  %4 = spirv.IMul %v, %w : vector<2xi8>
  %5 = spirv.IAdd %w, %w : vector<2xi8>
  return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, vector<2xi8>, vector<2xi8>
}

func.func @comparisons(%a: i32, %b: i32, %v: vector<4xi64>) -> (i1, i1, i1, i1, i1, vector<4xi1>) {
  %0 = spirv.IEqual %a, %b : i32
  // Only the order of operands is different from the one before.
  %1 = spirv.IEqual %b, %a : i32
  %2 = spirv.INotEqual %a, %b : i32
  %3 = spirv.SGreaterThan %a, %b : i32
  %4 = spirv.UGreaterThanEqual %a, %b : i32
  %5 = spirv.ULessThan %v, %v : vector<4xi64>
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, vector<4xi1>
}

// As signed numbers, 255 is less than 1.
func.func @compared_constants() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, vector<2xi1>) {
  %a = spirv.Constant 255 : i8
  %b = spirv.Constant 1 : i8
  %v = spirv.Constant dense<[255, 1]> : vector<2xi8>
  %w = spirv.Constant dense<[1, 1]> : vector<2xi8>
  %0 = spirv.IEqual %a, %b : i8
  %1 = spirv.INotEqual %a, %b : i8
  %2 = spirv.SGreaterThan %a, %b : i8
  %3 = spirv.SGreaterThanEqual %a, %b : i8
  %4 = spirv.SLessThan %a, %b : i8
  %5 = spirv.SLessThanEqual %a, %b : i8
  %6 = spirv.UGreaterThan %a, %b : i8
  %7 = spirv.UGreaterThanEqual %a, %b : i8
  %8 = spirv.ULessThan %a, %b : i8
  %9 = spirv.ULessThanEqual %a, %b : i8
  %10 = spirv.ULessThanEqual %v, %w : vector<2xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, vector<2xi1>
}

func.func @compared_with_itself(%a: i8, %v: vector<2xi8>) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, vector<2xi1>) {
  %0 = spirv.IEqual %a, %a : i8
  %1 = spirv.INotEqual %a, %a : i8
  %2 = spirv.SGreaterThan %a, %a : i8
  %3 = spirv.SGreaterThanEqual %a, %a : i8
  %4 = spirv.SLessThan %a, %a : i8
  %5 = spirv.SLessThanEqual %a, %a : i8
  %6 = spirv.UGreaterThan %a, %a : i8
  %7 = spirv.UGreaterThanEqual %a, %a : i8
  %8 = spirv.ULessThan %a, %a : i8
  %9 = spirv.ULessThanEqual %v, %v : vector<2xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i1, i1, i1, i1, vector<2xi1>
}

// What is computed of poison is poison; a comparison with it stays.
func.func @poison() -> (i32, i1) {
  %0 = ub.poison : i32
  %1 = spirv.Constant 1 : i32
  %2 = spirv.IAdd %0, %1 : i32
  %3 = spirv.IEqual %0, %1 : i32
  return %2, %3 : i32, i1
}
