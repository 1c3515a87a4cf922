// RUN: rmlir-opt %s --split-input-file
// RUN: rmlir-opt %s --split-input-file --mlir-print-op-generic --mlir-print-local-scope

// Patterns with handles of every kind, and rewrites in IR and by functions.

pdl.pattern @operations : benefit(1) {
  %attribute = attribute
  %type = type
  %op0 = operation {"attr" = %attribute} -> (%type : !pdl.type)
  %op0_result = pdl.result 0 of %op0
  %input = operand
  %root = operation(%op0_result, %input : !pdl.value, !pdl.value)
  rewrite %root with "rewriter"
}

// -----

// A name that is not registered may be given, and a location is not a value.
pdl.pattern @ranges : benefit(2) {
  %types = types
  %t = type : f32
  %operands = operands : %types
  %a = attribute = 4 : i16
  %b = attribute : %t
  %c = attribute loc("here")
  %root = operation "a.b"(%operands : !pdl.range<value>) {"x" = %a, "y" = %b, "z w" = %c} -> (%types : !pdl.range<type>)
  %r0 = results of %root
  %r1 = results 1 of %root -> !pdl.value
  apply_native_constraint "c"(%r0, %r1 : !pdl.range<value>, !pdl.value) {isNegated = true}
  %attr = apply_native_constraint "has"(%root : !pdl.operation) : !pdl.attribute {x}
  rewrite %root {
    %ts = types : [i32, i64]
    %e = range : !pdl.range<type>
    %n = range %types, %t : !pdl.range<type>, !pdl.type
    %o = operation "foo.op" -> (%types, %ts : !pdl.range<type>, !pdl.range<type>)
    %v = result 0 of %o
    replace %root with (%v : !pdl.value)
    %u = apply_native_rewrite "f"(%attr : !pdl.attribute) : !pdl.attribute
    apply_native_rewrite "g"(%u : !pdl.attribute)
    %w = apply_native_rewrite "h" : !pdl.type
    %k = attribute = {unit} attributes {special}
    replace %root with %o
  }
}

// -----

pdl.pattern : benefit(0) attributes {a = 1} {
  %one = operation "my.a"
  %value = result 0 of %one
  %two = operation "my.b"(%value : !pdl.value)
  rewrite with "native"(%one, %two : !pdl.operation, !pdl.operation)
}

// -----

// The types of results are known: constants, of matched operations, of an operation that is replaced, or inferred.
pdl.pattern @known : benefit(1) {
  %any = type
  %given = operand : %any
  %root = operation "my.root"(%given : !pdl.value) -> (%any : !pdl.type)
  rewrite %root {
    %i32 = type : i32
    %unknown = type
    %0 = operation "arith.constant" -> (%i32 : !pdl.type)
    %1 = operation "builtin.unrealized_conversion_cast" -> (%any : !pdl.type)
    %2 = operation "arith.addi"
    %3 = operation "func.return"
    %4 = operation "builtin.unrealized_conversion_cast" -> (%unknown : !pdl.type)
    replace %root with %4
  } attributes {note}
}

// -----

func.func private @handles(!pdl.range<operation>, !pdl.range<attribute>, !pdl.type, !pdl.value, !pdl.attribute)
