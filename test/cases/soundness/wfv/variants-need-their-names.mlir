// RUN: rmlir-opt %s --wfv
// A symbol with the name of a variant has to be one.

func.func private @_ZGV_LLVM_N4v_f(%x: vector<4xf64>) -> vector<4xf64> {
  return %x : vector<4xf64>
}

func.func @f(%x: f32) -> f32 attributes {pvec.function = #pvec.function<4, unmasked>} {
  return %x : f32
}
