// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic --mlir-print-debuginfo
// RUN: rmlir-opt %s --canonicalize
// RUN: rmlir-opt %s --cse

func.func @operations(%a: i1, %b: i1, %v: vector<2xi1>) -> (i1, i1, i1, i1, vector<2xi1>) {
  %0 = spirv.LogicalAnd %a, %b : i1
  %1 = spirv.LogicalOr %a, %b : i1
  %2 = spirv.LogicalEqual %a, %b : i1
  %3 = spirv.LogicalNotEqual %b, %a : i1
  %4 = spirv.LogicalNot %v : vector<2xi1>
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, vector<2xi1>
}

func.func @identities(%a: i1, %v: vector<2xi1>) -> (i1, i1, i1, i1, i1, i1, vector<2xi1>, vector<2xi1>, i1) {
  %t = spirv.Constant true
  %f = spirv.Constant false
  %vt = spirv.Constant dense<true> : vector<2xi1>
  %0 = spirv.LogicalAnd %a, %t : i1
  %1 = spirv.LogicalAnd %a, %f : i1
  %2 = spirv.LogicalOr %t, %a : i1
  %3 = spirv.LogicalOr %f, %a : i1
  %4 = spirv.LogicalEqual %a, %a : i1
  %5 = spirv.LogicalNotEqual %a, %f : i1
  %6 = spirv.LogicalNotEqual %v, %v : vector<2xi1>
  %7 = spirv.LogicalAnd %v, %vt : vector<2xi1>
  %8 = spirv.LogicalNot %a : i1
  %9 = spirv.LogicalNot %8 : i1
  return %0, %1, %2, %3, %4, %5, %6, %7, %9 : i1, i1, i1, i1, i1, i1, vector<2xi1>, vector<2xi1>, i1
}

func.func @constants() -> (i1, i1, i1, vector<2xi1>) {
  %t = spirv.Constant true
  %f = spirv.Constant false
  %v = spirv.Constant dense<[true, false]> : vector<2xi1>
  %w = spirv.Constant dense<[true, true]> : vector<2xi1>
  %0 = spirv.LogicalEqual %t, %f : i1
  %1 = spirv.LogicalNotEqual %f, %t : i1
  %2 = spirv.LogicalNot %t : i1
  %3 = spirv.LogicalEqual %v, %w : vector<2xi1>
  return %0, %1, %2, %3 : i1, i1, i1, vector<2xi1>
}

// What is asked and denied is asked the other way round.
func.func @opposites(%a: i32, %b: i32, %c: i1, %d: i1) -> (i1, i1, i1, i1) {
  %0 = spirv.IEqual %a, %b : i32
  %1 = spirv.LogicalNot %0 : i1
  %2 = spirv.INotEqual %a, %b : i32
  %3 = spirv.LogicalNot %2 : i1
  %4 = spirv.LogicalEqual %c, %d : i1
  %5 = spirv.LogicalNot %4 : i1
  %6 = spirv.LogicalNotEqual %c, %d : i1
  %7 = spirv.LogicalNot %6 : i1
  return %1, %3, %5, %7 : i1, i1, i1, i1
}
