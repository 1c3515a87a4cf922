// RUN: rmlir-opt %s --canonicalize

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#csc = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
#blocks = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense) }>
#coo = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton) }>

func.func @conversions(%t: tensor<4x8xf64, #csr>, %list: tensor<4x8xf64, #coo>) -> (tensor<4x8xf64, #csr>, tensor<4x8xf64, #csr>, tensor<4x8xf64, #coo>) {
  %0 = sparse_tensor.convert %t : tensor<4x8xf64, #csr> to tensor<4x8xf64, #csr>
  %1 = sparse_tensor.reinterpret_map %t : tensor<4x8xf64, #csr> to tensor<8x4xf64, #csc>
  %2 = sparse_tensor.reinterpret_map %1 : tensor<8x4xf64, #csc> to tensor<4x8xf64, #csr>
  %3 = sparse_tensor.reorder_coo quick_sort %list : tensor<4x8xf64, #coo> to tensor<4x8xf64, #coo>
  return %0, %2, %3 : tensor<4x8xf64, #csr>, tensor<4x8xf64, #csr>, tensor<4x8xf64, #coo>
}

// The number that was set last, if nothing else could have set it.
func.func @metadata(%m: !sparse_tensor.storage_specifier<#csr>, %a: index, %b: index) -> (index, index) {
  %0 = sparse_tensor.storage_specifier.set %m lvl_sz at 0 with %a : !sparse_tensor.storage_specifier<#csr>
  %1 = sparse_tensor.storage_specifier.set %0 lvl_sz at 1 with %b : !sparse_tensor.storage_specifier<#csr>
  %2 = sparse_tensor.storage_specifier.get %1 lvl_sz at 0 : !sparse_tensor.storage_specifier<#csr>
  %3 = sparse_tensor.storage_specifier.get %1 crd_mem_sz at 1 : !sparse_tensor.storage_specifier<#csr>
  return %2, %3 : index, index
}

// A remainder is bounded even if the dimension is not.
func.func @levels(%t: tensor<4x?xf64, #blocks>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = sparse_tensor.lvl %t, %c0 : tensor<4x?xf64, #blocks>
  %1 = sparse_tensor.lvl %t, %c1 : tensor<4x?xf64, #blocks>
  %2 = sparse_tensor.lvl %t, %c3 : tensor<4x?xf64, #blocks>
  return %0, %1, %2 : index, index, index
}

func.func @coordinates(%i: index, %j: index) -> (index, index, index, index, index, index) {
  %0:2 = sparse_tensor.crd_translate dim_to_lvl[%i, %j] as #csr : index, index
  %1:2 = sparse_tensor.crd_translate lvl_to_dim[%i, %j] as #csc : index, index
  %2:4 = sparse_tensor.crd_translate dim_to_lvl[%i, %j] as #blocks : index, index, index, index
  %3:2 = sparse_tensor.crd_translate lvl_to_dim[%2#0, %2#1, %2#2, %2#3] as #blocks : index, index
  return %0#0, %0#1, %1#0, %1#1, %3#0, %3#1 : index, index, index, index, index, index
}

// A coordinate that is not used is no argument.
func.func @unused(%space: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %space at(%i, %j) : !sparse_tensor.iter_space<#csr, lvls = 0 to 2> {
    "test.use"(%j) : (index) -> ()
  }
  return
}
