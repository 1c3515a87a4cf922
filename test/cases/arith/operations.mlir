// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @integers(%a: i32, %b: i32) {
  %0 = arith.ori %a, %b : i32
  %1 = arith.xori %a, %b : i32
  %2 = arith.divui %a, %b : i32
  %3 = arith.remsi %a, %b : i32
  %4 = arith.maxui %a, %b : i32
  %5 = arith.minsi %a, %b : i32
  %low, %high = arith.mului_extended %a, %b : i32
  %f = arith.sitofp %a : i32 to f32
  return
}

func.func @floats(%a: f32, %b: f32) {
  %0 = arith.maxnumf %a, %b : f32
  %1 = arith.minimumf %a, %b : f32
  %i = arith.fptosi %a : f32 to i32
  %c = arith.bitcast %a : f32 to i32
  return
}

func.func @scaled(%a: vector<8xf32>, %s: vector<8xf8E8M0FNU>) {
  %0 = arith.scaling_truncf %a, %s : vector<8xf32>, vector<8xf8E8M0FNU> to vector<8xf8E4M3FN>
  return
}
