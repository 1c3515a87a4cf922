// RUN: rmlir-opt %s | rmlir-opt

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @none(%a: !sparse_tensor.iter_space<#csr, lvls = 0>) {
  sparse_tensor.coiterate (%a, %a) : (!sparse_tensor.iter_space<#csr, lvls = 0>, !sparse_tensor.iter_space<#csr, lvls = 0>)
  case _, _ {
  }
  return
}
