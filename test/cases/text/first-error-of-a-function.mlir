// RUN: rmlir-opt %s --split-input-file
// Errors are reported in the order of the text, whether a number of operands is wrong or an attribute is missing; of a function
// only the first.

func.func @missing_attribute(%a: i32) {
  %0 = "arith.cmpi"(%a, %a) : (i32, i32) -> i1
  %1 = "arith.addi"(%a) : (i32) -> i32
  return
}

// -----

func.func @too_few_operands(%a: i32) {
  %1 = "arith.addi"(%a) : (i32) -> i32
  %0 = "arith.cmpi"(%a, %a) : (i32, i32) -> i1
  return
}

// -----

func.func @inside(%a: i1, %b: i32) {
  scf.if %a {
    %0 = "arith.cmpi"(%b, %b) : (i32, i32) -> i1
    scf.yield
  }
  "scf.if"(%a) : (i1) -> ()
  return
}

// -----

func.func @types(%a: !llvm.ptr<i8>) {
  return
}

// -----

func.func @unknown(%a: !llvm.vec<4 x i32>) {
  return
}
