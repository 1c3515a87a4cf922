// RUN: rmlir-opt %s --split-input-file

spirv.func @no_control() {
  spirv.Return
}

// -----

spirv.func @unknown_control() "Fast" {
  spirv.Return
}

// -----

spirv.func @none_is_alone() "None|Inline" {
  spirv.Return
}

// -----

spirv.func @two_results() -> (i32, i32) "None"

// -----

spirv.func @value_for_nothing(%x: f32) "None" {
  spirv.ReturnValue %x : f32
}

// -----

spirv.func @nothing_for_value() -> f32 "None" {
  spirv.Return
}

// -----

spirv.func @wrong_type(%x: i32) -> f32 "None" {
  spirv.ReturnValue %x : i32
}

// -----

spirv.func @foreign_type(%x: index) -> index "None" {
  spirv.ReturnValue %x : index
}

// -----

spirv.func @no_decoration(%x: !spirv.ptr<i32, PhysicalStorageBuffer>) "None"

// -----

spirv.func @decoration_of_pointee(%x: !spirv.ptr<!spirv.ptr<i32, PhysicalStorageBuffer>, Generic> {spirv.decoration = #spirv.decoration<Aliased>}) "None"

// -----

spirv.func @no_such_attribute(%x: f32 {spirv.colour = 1}) "None"

// -----

spirv.func @no_decoration(%x: f32 {spirv.decoration = 1}) "None"

// -----

spirv.func @decorated_result() -> (f32 {spirv.decoration = #spirv.decoration<Aliased>}) "None"

// -----

func.func @no_such_attribute() attributes {spirv.colour = 1} {
  return
}

// -----

func.func @inside() {
  spirv.func @f() "None"
  return
}

// -----

spirv.Return

// -----

spirv.func @unreachable() "None" {
  spirv.Unreachable
}

// -----

spirv.func @unknown_callee() "None" {
  spirv.FunctionCall @nobody() : () -> ()
  spirv.Return
}

// -----

spirv.func @f(%x: f32) -> f32 "None"

spirv.func @too_few() "None" {
  %0 = spirv.FunctionCall @f() : () -> f32
  spirv.Return
}

// -----

spirv.func @f(%x: f32) -> f32 "None"

spirv.func @wrong_operand(%x: i32) "None" {
  %0 = spirv.FunctionCall @f(%x) : (i32) -> f32
  spirv.Return
}

// -----

spirv.func @f(%x: f32) -> f32 "None"

spirv.func @no_result(%x: f32) "None" {
  spirv.FunctionCall @f(%x) : (f32) -> ()
  spirv.Return
}

// -----

spirv.func @f(%x: f32) -> f32 "None"

spirv.func @wrong_result(%x: f32) "None" {
  %0 = spirv.FunctionCall @f(%x) : (f32) -> i32
  spirv.Return
}
