// RUN: rmlir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{failed to infer lvlToDim from dimToLvl}}
#blocks = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, i mod 2 : dense, j floordiv 2 : dense) }>

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @no_argument(%space: !sparse_tensor.iter_space<#csr, lvls = 0>) {
  // expected-error @below {{mismatch in iterator and iteration space type}}
  "sparse_tensor.iterate"(%space) <{crdUsedLvls = 0 : i64}> ({
    "sparse_tensor.yield"() : () -> ()
  }) : (!sparse_tensor.iter_space<#csr, lvls = 0>) -> ()
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @no_coordinate(%space: !sparse_tensor.iter_space<#csr, lvls = 0>) {
  // expected-error @below {{mismatch in number of basic block args and defined values}}
  "sparse_tensor.iterate"(%space) <{crdUsedLvls = 1 : i64}> ({
  ^bb0(%it: !sparse_tensor.iterator<#csr, lvls = 0>):
    "sparse_tensor.yield"() : () -> ()
  }) : (!sparse_tensor.iter_space<#csr, lvls = 0>) -> ()
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @no_case(%space: !sparse_tensor.iter_space<#csr, lvls = 0>) {
  // expected-error @below {{contains duplicated cases.}}
  "sparse_tensor.coiterate"(%space) <{crdUsedLvls = 0 : i64, cases = [], operandSegmentSizes = array<i32: 1, 0>}> ({
    "sparse_tensor.yield"() : () -> ()
  }) : (!sparse_tensor.iter_space<#csr, lvls = 0>) -> ()
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @no_space(%space: !sparse_tensor.iter_space<#csr, lvls = 0>) {
  // expected-error @below {{mismatch in number of basic block args and defined values}}
  "sparse_tensor.coiterate"(%space) <{crdUsedLvls = 0 : i64, cases = [2], operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%it: !sparse_tensor.iterator<#csr, lvls = 0>):
    "sparse_tensor.yield"() : () -> ()
  }) : (!sparse_tensor.iter_space<#csr, lvls = 0>) -> ()
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @coordinate_of_another_type(%space: !sparse_tensor.iter_space<#csr, lvls = 0>) {
  // expected-error @below {{expected coordinates of type 'index', but got 'i32'}}
  "sparse_tensor.iterate"(%space) <{crdUsedLvls = 1 : i64}> ({
  ^bb0(%i: i32, %it: !sparse_tensor.iterator<#csr, lvls = 0>):
    "sparse_tensor.yield"() : () -> ()
  }) : (!sparse_tensor.iter_space<#csr, lvls = 0>) -> ()
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @iterator_of_another_space(%space: !sparse_tensor.iter_space<#csr, lvls = 0>) {
  // expected-error @below {{mismatch in iterator and iteration space type}}
  "sparse_tensor.coiterate"(%space) <{crdUsedLvls = 0 : i64, cases = [1], operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%it: !sparse_tensor.iterator<#csr, lvls = 1>):
    "sparse_tensor.yield"() : () -> ()
  }) : (!sparse_tensor.iter_space<#csr, lvls = 0>) -> ()
  return
}
