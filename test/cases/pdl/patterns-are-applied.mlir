// RUN: rmlir-opt %s --split-input-file --apply-pdl-patterns --allow-unregistered-dialect

// A sum of a value with itself is a shift; the pattern of greater benefit comes first.
pdl.pattern @twice : benefit(1) {
  %value = operand
  %type = type : i32
  %root = operation "arith.addi"(%value, %value : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  rewrite %root {
    %one = attribute = 1 : i32
    %shift = operation "arith.constant" {"value" = %one} -> (%type : !pdl.type)
    %by = result 0 of %shift
    %new = operation "arith.shli"(%value, %by : !pdl.value, !pdl.value)
    replace %root with %new
  }
}
pdl.pattern @twice_of_product : benefit(2) {
  %value = operand
  %type = type
  %product = operation "arith.muli"(%value, %value : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  %square = result 0 of %product
  %root = operation "arith.addi"(%square, %square : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  rewrite %root {
    %new = operation "my.twice_the_square"(%value : !pdl.value) -> (%type : !pdl.type)
    replace %root with %new
  }
}
func.func @sums(%a: i32, %b: i32, %c: i64) -> (i32, i32, i32, i64) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.muli %a, %a : i32
  %3 = arith.addi %2, %2 : i32
  %4 = arith.addi %c, %c : i64
  return %0, %1, %3, %4 : i32, i32, i32, i64
}

// -----

// Ranges of operands and types, attributes with and without values, and results of both kinds.
module @patterns {
  pdl.pattern : benefit(1) {
    %operands = operands
    %types = types
    %kind = attribute = "old"
    %other = attribute
    %root = operation "my.op"(%operands : !pdl.range<value>) {"kind" = %kind, "other" = %other} -> (%types : !pdl.range<type>)
    rewrite %root {
      %new_kind = attribute = "new"
      %i1 = type : i1
      %more = range %types, %i1 : !pdl.range<type>, !pdl.type
      %new = operation "my.op"(%operands : !pdl.range<value>) {"kind" = %new_kind, "kept" = %other} -> (%more : !pdl.range<type>)
      %all = results of %new
      %first = result 0 of %new
      %second = result 1 of %new
      %uses = operation "my.uses"(%all : !pdl.range<value>)
      replace %root with (%first, %second : !pdl.value, !pdl.value)
    }
  }
}
func.func @ranges(%a: i32, %b: f32) -> f32 {
  %0:2 = "my.op"(%a, %b) {kind = "old", other = 7 : i8} : (i32, f32) -> (i32, f32)
  %1:2 = "my.op"(%a, %b) {kind = "another", other = 7 : i8} : (i32, f32) -> (i32, f32)
  %2:2 = "my.op"(%a, %b) {kind = "old"} : (i32, f32) -> (i32, f32)
  "my.keep"(%0#0, %1#1, %2#0) : (i32, f32, i32) -> ()
  return %0#1 : f32
}

// -----

// Groups of operands are those of the declaration; a root may lead to other users of what is known.
pdl.pattern : benefit(1) {
  %callee = operand
  %args = operands
  %types = types
  %call = operation "func.call_indirect"(%callee, %args : !pdl.value, !pdl.range<value>) -> (%types : !pdl.range<type>)
  rewrite %call {
    %new = operation "my.call"(%args, %callee : !pdl.range<value>, !pdl.value) -> (%types : !pdl.range<type>)
    replace %call with %new
  }
}
pdl.pattern @both : benefit(1) {
  %value = operand
  %type = type
  %sin = operation "math.sin"(%value : !pdl.value) -> (%type : !pdl.type)
  %cos = operation "math.cos"(%value : !pdl.value) -> (%type : !pdl.type)
  rewrite %sin {
    %new = operation "my.sincos"(%value : !pdl.value) -> (%type, %type : !pdl.type, !pdl.type)
    %s = result 0 of %new
    %c = result 1 of %new
    replace %sin with (%s : !pdl.value)
    replace %cos with (%c : !pdl.value)
  }
}
func.func @groups(%f: (i32, i32) -> f32, %a: i32) -> f32 {
  %0 = func.call_indirect %f(%a, %a) : (i32, i32) -> f32
  return %0 : f32
}
func.func @roots(%a: f32, %b: f32) -> (f32, f32, f32, f32) {
  %0 = math.sin %a : f32
  %1 = math.exp %a : f32
  %2 = math.cos %b : f32
  %3 = math.cos %a : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
