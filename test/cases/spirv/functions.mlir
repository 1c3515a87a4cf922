// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic --mlir-print-debuginfo
// RUN: rmlir-opt %s --canonicalize
// RUN: rmlir-opt %s --cse
// RUN: rmlir-opt %s --inline

spirv.func @nothing() "None" {
  spirv.Return
}

spirv.func @declared(f32) -> f32 "DontInline|Const" attributes {
  linkage_attributes = #spirv.linkage_attributes<linkage_name = "there", linkage_type = <Import>>
}

spirv.func @identity(%x: f32) -> f32 "Inline" attributes {a.b} {
  spirv.ReturnValue %x : f32
}

// Of a pointer to a physical address it is said whether something else points there.
spirv.func @physical(
    %a: !spirv.ptr<i32, PhysicalStorageBuffer> {spirv.decoration = #spirv.decoration<Aliased>},
    %b: !spirv.ptr<!spirv.ptr<i32, PhysicalStorageBuffer>, Generic> {spirv.decoration = #spirv.decoration<RestrictPointer>},
    %c: !spirv.ptr<!spirv.array<4 x !spirv.ptr<i32, PhysicalStorageBuffer>>, Generic> {spirv.decoration = #spirv.decoration<Restrict>}
) "None" {
  spirv.Return
}

spirv.func @jumps(%x: f32) -> f32 "None" {
  spirv.Branch ^bb1(%x : f32)
^bb1(%y: f32):
  spirv.ReturnValue %y : f32
}

spirv.func @calls(%x: f32) -> f32 "None" {
  %0 = spirv.FunctionCall @identity(%x) : (f32) -> f32
  %1 = spirv.FunctionCall @jumps(%0) : (f32) -> f32
  %2 = spirv.FunctionCall @declared(%1) : (f32) -> f32
  spirv.FunctionCall @nothing() : () -> ()
  spirv.FunctionCall @killed() : () -> ()
  spirv.ReturnValue %2 : f32
}

// What kills an invocation is not inlined.
spirv.func @killed() "None" {
  spirv.Kill
}

spirv.func @unreachable() "None" {
  spirv.Return
^bb1:
  spirv.Unreachable
}

// Returns may be in other functions.
func.func @outside() {
  spirv.Return
}
