// RUN: rmlir-opt %s --arith-expand='include-bf16=true include-f8e8m0=true include-f4e2m1=true'

func.func @bf16(%x: f32, %y: bf16) -> (bf16, f32) {
  %0 = arith.truncf %x : f32 to bf16
  %1 = arith.extf %y : bf16 to f32
  return %0, %1 : bf16, f32
}

func.func @f8e8m0(%x: f32, %y: f8E8M0FNU) -> (f8E8M0FNU, f16) {
  %0 = arith.truncf %x : f32 to f8E8M0FNU
  %1 = arith.extf %y : f8E8M0FNU to f16
  return %0, %1 : f8E8M0FNU, f16
}

func.func @f4e2m1(%x: f32, %y: f4E2M1FN) -> (f4E2M1FN, f32) {
  %0 = arith.truncf %x : f32 to f4E2M1FN
  %1 = arith.extf %y : f4E2M1FN to f32
  return %0, %1 : f4E2M1FN, f32
}

func.func @scaled(%x: vector<2xf4E2M1FN>, %scale: vector<2xf8E8M0FNU>) -> vector<2xf32> {
  %0 = arith.scaling_extf %x, %scale : vector<2xf4E2M1FN>, vector<2xf8E8M0FNU> to vector<2xf32>
  return %0 : vector<2xf32>
}

// DIFFERS: the expansion, as that of mlir-opt 22, does not round, and takes NaN for a number where the format has none
