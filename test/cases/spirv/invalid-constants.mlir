// RUN: rmlir-opt %s --split-input-file

func.func @foreign_type() {
  %0 = spirv.Constant 1 : index
  return
}

// -----

func.func @other_type() {
  %0 = "spirv.Constant"() {value = 1 : i64} : () -> i32
  return
}

// -----

func.func @no_array() {
  %0 = "spirv.Constant"() {value = dense<1> : tensor<2xi32>} : () -> vector<2xi32>
  return
}

// -----

func.func @list_for_number() {
  %0 = spirv.Constant [1 : i32] : i32
  return
}

// -----

func.func @element_type() {
  %0 = spirv.Constant dense<1> : tensor<4xi32> : !spirv.array<4 x f32>
  return
}

// -----

func.func @vectors_in_array() {
  %0 = spirv.Constant dense<1> : tensor<4xi32> : !spirv.array<2 x vector<2xi32>>
  return
}

// -----

func.func @number_of_elements() {
  %0 = spirv.Constant dense<1> : tensor<4xi32> : !spirv.array<5 x i32>
  return
}

// -----

func.func @no_value() {
  %0 = spirv.Constant @f : i32
  return
}
