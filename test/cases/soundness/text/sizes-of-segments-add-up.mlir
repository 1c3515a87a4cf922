// RUN: rmlir-opt %s --split-input-file

// A variadic of variadics is divided by a property; what it says must fit the operands and be printable.
llvm.func @negative(%a: i32) {
  "llvm.switch"(%a, %a)[^bb1, ^bb2] <{case_operand_segments = array<i32: -5>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^bb1:
  llvm.return
^bb2:
  llvm.return
}

// -----

llvm.func @of_the_default(%a: i32) {
  "llvm.switch"(%a, %a)[^bb1, ^bb2] <{case_operand_segments = array<i32: 1>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
^bb1(%x : i32):
  llvm.return
^bb2:
  llvm.return
}

// -----

llvm.func @one_for_each_case(%a: i32) {
  "llvm.switch"(%a)[^bb1, ^bb2] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
^bb2:
  llvm.return
}

// -----

llvm.func @indirect(%a: !llvm.ptr) {
  "llvm.indirectbr"(%a)[^bb1] <{indbr_operand_segments = array<i32: -2147483648>}> : (!llvm.ptr) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @assume(%b : i1) {
  "llvm.intr.assume"(%b, %b) <{op_bundle_sizes = array<i32: 0>, op_bundle_tags = ["align"]}> : (i1, i1) -> ()
  llvm.return
}

// -----

llvm.func @g()
llvm.func @call(%b : i1) {
  "llvm.call"(%b) <{callee = @g, operandSegmentSizes = array<i32: 0, 1>, op_bundle_sizes = array<i32: 2>, op_bundle_tags = ["align"]}> : (i1) -> ()
  llvm.return
}

// -----

llvm.func @intrinsic(%b : i1) {
  "llvm.call_intrinsic"(%b) <{intrin = "llvm.x", operandSegmentSizes = array<i32: 0, 1>, op_bundle_sizes = array<i32: -1>, op_bundle_tags = ["align"]}> : (i1) -> ()
  llvm.return
}

// -----

func.func @switch(%a: i32, %b: i32) {
  "cf.switch"(%a, %b)[^bb1, ^bb2, ^bb2] <{case_operand_segments = array<i32: 2, -1>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^bb1:
  return
^bb2:
  return
}
