// RUN: rmlir-opt %s --split-input-file

func.func @floats(%a: f32) {
  %0 = spirv.IAdd %a, %a : f32
  return
}

// -----

func.func @odd_width(%a: i4) {
  %0 = spirv.SNegate %a : i4
  return
}

// -----

func.func @long_vectors(%a: vector<5xi32>) {
  %0 = spirv.IEqual %a, %a : vector<5xi32>
  return
}

// -----

func.func @other_result(%a: i32) {
  %0 = "spirv.IMul"(%a, %a) : (i32, i32) -> i16
  return
}

// -----

func.func @answer_of_other_shape(%a: i32) {
  %0 = "spirv.SLessThan"(%a, %a) : (i32, i32) -> vector<4xi1>
  return
}
