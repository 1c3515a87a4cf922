// RUN: rmlir-opt %s --split-input-file

func.func @integers(%a: i32) {
  %0 = "spirv.FAdd"(%a, %a) : (i32, i32) -> i32
  return
}

// -----

func.func @long_vectors(%a: vector<5xf32>) {
  %0 = spirv.FMod %a, %a : vector<5xf32>
  return
}

// -----

func.func @scalable(%a: vector<[4]xf32>) {
  %0 = spirv.FNegate %a : vector<[4]xf32>
  return
}

// -----

func.func @other_result(%a: f32) {
  %0 = "spirv.FAdd"(%a, %a) : (f32, f32) -> f16
  return
}

// -----

func.func @answer_of_other_shape(%a: f32) {
  %0 = "spirv.FOrdEqual"(%a, %a) : (f32, f32) -> vector<4xi1>
  return
}

// -----

func.func @answer_is_no_truth(%a: f32) {
  %0 = "spirv.IsNan"(%a) : (f32) -> i8
  return
}
