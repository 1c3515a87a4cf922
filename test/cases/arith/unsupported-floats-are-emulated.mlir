// RUN: rmlir-opt %s --arith-emulate-unsupported-floats='source-types=bf16,f8E5M2 target-type=f32'

func.func @scalars(%a: bf16, %b: bf16, %c: i1) -> (bf16, i1) {
  %0 = arith.addf %a, %b : bf16
  %1 = arith.mulf %0, %a : bf16
  %2 = arith.cmpf olt, %1, %b : bf16
  %3 = arith.select %c, %1, %b : bf16
  return %3, %2 : bf16, i1
}

func.func @vectors(%a: vector<4xf8E5M2>) -> vector<4xf8E5M2> {
  %0 = arith.negf %a : vector<4xf8E5M2>
  return %0 : vector<4xf8E5M2>
}

func.func @supported(%a: f16) -> f16 {
  %0 = arith.addf %a, %a : f16
  return %0 : f16
}
