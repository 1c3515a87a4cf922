// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#coo = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton) }>

func.func @all(%t: tensor<4x8xf32, #coo>, %zero: f32) -> f32 {
  %space = sparse_tensor.extract_iteration_space %t lvls = 0 to 2 {note} : tensor<4x8xf32, #coo> -> !sparse_tensor.iter_space<#coo, lvls = 0 to 2>
  sparse_tensor.iterate %it in %space : !sparse_tensor.iter_space<#coo, lvls = 0 to 2> {
  }
  sparse_tensor.iterate %it in %space at(_, %j) : !sparse_tensor.iter_space<#coo, lvls = 0 to 2> {
    "test.use"(%j) : (index) -> ()
  }
  %sum = sparse_tensor.iterate %it in %space iter_args(%before = %zero) : !sparse_tensor.iter_space<#coo, lvls = 0 to 2> -> f32 {
    %value = sparse_tensor.extract_value %t at %it : tensor<4x8xf32, #coo>, !sparse_tensor.iterator<#coo, lvls = 0 to 2>
    %next = arith.addf %before, %value : f32
    sparse_tensor.yield %next : f32
  }
  return %sum : f32
}

func.func @nested(%t: tensor<4x8xf32, #csr>, %zero: index, %one: index) -> (index, index) {
  %rows = sparse_tensor.extract_iteration_space %t lvls = 0 : tensor<4x8xf32, #csr> -> !sparse_tensor.iter_space<#csr, lvls = 0>
  %r:2 = sparse_tensor.iterate %row in %rows at(%i) iter_args(%a = %zero, %b = %one) : !sparse_tensor.iter_space<#csr, lvls = 0 to 1> -> (index, index) {
    %columns = sparse_tensor.extract_iteration_space %t at %row lvls = 1
      : tensor<4x8xf32, #csr>, !sparse_tensor.iterator<#csr, lvls = 0> -> !sparse_tensor.iter_space<#csr, lvls = 1>
    %s:2 = sparse_tensor.iterate %column in %columns at(%j) iter_args(%c = %a, %d = %b) : !sparse_tensor.iter_space<#csr, lvls = 1> -> (index, index) {
      %next = arith.addi %c, %j : index
      sparse_tensor.yield %next, %i : index, index
    }
    sparse_tensor.yield %s#0, %s#1 : index, index
  }
  return %r#0, %r#1 : index, index
}

func.func @several(%a: !sparse_tensor.iter_space<#csr, lvls = 0>, %b: !sparse_tensor.iter_space<#coo, lvls = 0>, %zero: index) -> index {
  sparse_tensor.coiterate (%a, %b) : (!sparse_tensor.iter_space<#csr, lvls = 0>, !sparse_tensor.iter_space<#coo, lvls = 0>)
  case %x, _ {
  }
  case _, %y {
    "test.use"(%y) : (!sparse_tensor.iterator<#coo, lvls = 0>) -> ()
  }
  %r = sparse_tensor.coiterate (%a, %b) at(%i) iter_args(%before = %zero)
    : (!sparse_tensor.iter_space<#csr, lvls = 0>, !sparse_tensor.iter_space<#coo, lvls = 0>) -> index
  case %x, %y {
    %next = arith.addi %before, %i : index
    sparse_tensor.yield %next : index
  }
  sparse_tensor.coiterate (%a) : (!sparse_tensor.iter_space<#csr, lvls = 0>)
  return %r : index
}
