// RUN: rmlir-opt %s --verify-diagnostics --split-input-file

func.func @f(%x: i64) {
  // expected-error @below {{'sparse_tensor.new' op result #0 must be sparse tensor of any type values, but got 'tensor<4xf32>'}}
  %0 = sparse_tensor.new %x : i64 to tensor<4xf32>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%p: tensor<2xindex>, %c: tensor<3xi32>, %v: tensor<3xf64>) {
  // expected-error @below {{the sparse-tensor must have static shape}}
  %0 = sparse_tensor.assemble (%p, %c), %v : (tensor<2xindex>, tensor<3xi32>), tensor<3xf64> to tensor<?x8xf64, #csr>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%p: tensor<2xindex>, %c: tensor<3xi32>, %v: tensor<3xf64>) {
  // expected-error @below {{inconsistent number of fields between input/output}}
  %0 = sparse_tensor.assemble (%p), %v : (tensor<2xindex>), tensor<3xf64> to tensor<4x8xf64, #csr>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%p: tensor<2xindex>, %c: tensor<3xi32>, %v: tensor<3xf64>) {
  // expected-error @below {{input/output element-types don't match}}
  %0 = sparse_tensor.assemble (%c, %p), %v : (tensor<3xi32>, tensor<2xindex>), tensor<3xf64> to tensor<4x8xf64, #csr>
  return
}

// -----

#coo = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton), posWidth = 32 }>
func.func @f(%p: tensor<2xindex>, %c: tensor<3xi32>, %v: tensor<3xf64>) {
  // expected-error @below {{input/output trailing COO level-ranks don't match}}
  %0 = sparse_tensor.assemble (%p, %c), %v : (tensor<2xindex>, tensor<3xi32>), tensor<3xf64> to tensor<4x8xf64, #coo>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>, %p: tensor<2xindex>, %c: tensor<3xi32>, %v: tensor<3xf64>) {
  // expected-error @below {{output values and return value type mismatch}}
  %0:6 = sparse_tensor.disassemble %t : tensor<4x8xf64, #csr> out_lvls(%p, %c : tensor<2xindex>, tensor<3xi32>) out_vals(%v : tensor<3xf64>) -> (tensor<2xindex>, tensor<3xi32>), tensor<?xf64>, (index, index), index
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>, %p: tensor<2xindex>, %c: tensor<3xi32>, %v: tensor<3xf64>) {
  // expected-error @below {{output levels and return levels type mismatch}}
  %0:6 = sparse_tensor.disassemble %t : tensor<4x8xf64, #csr> out_lvls(%p, %c : tensor<2xindex>, tensor<3xi32>) out_vals(%v : tensor<3xf64>) -> (tensor<?xindex>, tensor<3xi32>), tensor<3xf64>, (index, index), index
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{unexpected conversion mismatch in rank}}
  %0 = sparse_tensor.convert %t : tensor<4x8xf64, #csr> to tensor<4xf64>
  return
}

// -----

#slice = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(1, 4, 1)>) -> (i : compressed) }>
func.func @f(%t: tensor<4xf64>) {
  // expected-error @below {{cannot convert to a sparse tensor slice}}
  %0 = sparse_tensor.convert %t : tensor<4xf64> to tensor<4xf64, #slice>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{unexpected conversion mismatch in dimension 1}}
  %0 = sparse_tensor.convert %t : tensor<4x8xf64, #csr> to tensor<4x7xf64>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
#vector = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{Level rank mismatch between source/dest tensors}}
  %0 = sparse_tensor.reinterpret_map %t : tensor<4x8xf64, #csr> to tensor<4xf64, #vector>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
#coo = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton), posWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{Level type mismatch between source/dest tensors}}
  %0 = sparse_tensor.reinterpret_map %t : tensor<4x8xf64, #csr> to tensor<4x8xf64, #coo>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
#csc = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{Element type mismatch between source/dest tensors}}
  %0 = sparse_tensor.reinterpret_map %t : tensor<4x8xf64, #csr> to tensor<8x4xf32, #csc>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
#csc = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{Level size mismatch between source/dest tensors}}
  %0 = sparse_tensor.reinterpret_map %t : tensor<4x8xf64, #csr> to tensor<4x8xf64, #csc>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{Need at least two tensors to concatenate.}}
  %0 = sparse_tensor.concatenate %t {dimension = 0 : index} : tensor<4x8xf64, #csr> to tensor<4x8xf64>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{Concat-dimension is out of bounds for dimension-rank (2 >= 2)}}
  %0 = sparse_tensor.concatenate %t, %t {dimension = 2 : index} : tensor<4x8xf64, #csr>, tensor<4x8xf64, #csr> to tensor<4x16xf64>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>, %d: tensor<?x8xf64>) {
  // expected-error @below {{Input tensor $1 has dynamic shape}}
  %0 = sparse_tensor.concatenate %t, %d {dimension = 0 : index} : tensor<4x8xf64, #csr>, tensor<?x8xf64> to tensor<?x8xf64>
  return
}

// -----

func.func @f(%t: tensor<4xf64>) {
  // expected-error @below {{Input tensor $0 has a different rank (rank=1) from the output tensor (rank=2).}}
  %0 = sparse_tensor.concatenate %t, %t {dimension = 0 : index} : tensor<4xf64>, tensor<4xf64> to tensor<8x1xf64>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{The concatenation dimension of the output tensor should be the sum of all the concatenation dimensions of the input tensors.}}
  %0 = sparse_tensor.concatenate %t, %t {dimension = 0 : index} : tensor<4x8xf64, #csr>, tensor<4x8xf64, #csr> to tensor<9x8xf64>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{All dimensions (expect for the concatenating one) should be equal.}}
  %0 = sparse_tensor.concatenate %t, %t {dimension = 0 : index} : tensor<4x8xf64, #csr>, tensor<4x8xf64, #csr> to tensor<8x9xf64>
  return
}

// -----

func.func @f(%t: tensor<4xf64>) {
  // expected-error @below {{'sparse_tensor.positions' op operand #0 must be sparse tensor of any type values, but got 'tensor<4xf64>'}}
  %0 = sparse_tensor.positions %t {level = 0 : index} : tensor<4xf64> to memref<?xindex>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{'sparse_tensor.positions' op requires attribute 'level'}}
  %0 = sparse_tensor.positions %t : tensor<4x8xf64, #csr> to memref<?xindex>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{requested level is out of bounds}}
  %0 = sparse_tensor.positions %t {level = 2 : index} : tensor<4x8xf64, #csr> to memref<?xindex>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{unexpected type for positions}}
  %0 = sparse_tensor.positions %t {level = 1 : index} : tensor<4x8xf64, #csr> to memref<?xi32>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{unexpected type for coordinates}}
  %0 = sparse_tensor.coordinates %t {level = 1 : index} : tensor<4x8xf64, #csr> to memref<?xindex>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{inferred type(s) 'memref<?xi32>' are incompatible with return type(s) of operation 'memref<4xi32>'}}
  %0 = sparse_tensor.coordinates %t {level = 1 : index} : tensor<4x8xf64, #csr> to memref<4xi32>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{expected sparse tensor with a COO region}}
  %0 = sparse_tensor.coordinates_buffer %t : tensor<4x8xf64, #csr> to memref<?xi32>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{unexpected mismatch in element types}}
  %0 = sparse_tensor.values %t : tensor<4x8xf64, #csr> to memref<?xf32>
  return
}

// -----

#vector = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @f(%t: tensor<4xf64, #vector>) {
  // expected-error @below {{must be sparse tensor slice of any type values}}
  %0 = sparse_tensor.slice.offset %t at 0 : tensor<4xf64, #vector>
  return
}

// -----

#slice = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(1, 4, 1)>) -> (i : compressed) }>
func.func @f(%t: tensor<4xf64, #slice>) {
  // expected-error @below {{requested dimension out of bound}}
  %0 = sparse_tensor.slice.stride %t at 1 : tensor<4xf64, #slice>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%m: !sparse_tensor.storage_specifier<#csr>, %n: index) {
  // expected-error @below {{redundant level argument for querying value memory size}}
  %0 = sparse_tensor.storage_specifier.get %m val_mem_sz at 0 : !sparse_tensor.storage_specifier<#csr>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%m: !sparse_tensor.storage_specifier<#csr>, %n: index) {
  // expected-error @below {{requested slice data on non-slice tensor}}
  %0 = sparse_tensor.storage_specifier.get %m dim_stride at 0 : !sparse_tensor.storage_specifier<#csr>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%m: !sparse_tensor.storage_specifier<#csr>, %n: index) {
  // expected-error @below {{missing level argument}}
  %0 = sparse_tensor.storage_specifier.set %m lvl_sz with %n : !sparse_tensor.storage_specifier<#csr>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%m: !sparse_tensor.storage_specifier<#csr>, %n: index) {
  // expected-error @below {{requested level is out of bounds}}
  %0 = sparse_tensor.storage_specifier.set %m lvl_sz at 2 with %n : !sparse_tensor.storage_specifier<#csr>
  return
}

// -----

#coo = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton), posWidth = 32 }>
func.func @f(%m: !sparse_tensor.storage_specifier<#coo>) {
  // expected-error @below {{requested position memory size on a singleton level}}
  %0 = sparse_tensor.storage_specifier.get %m pos_mem_sz at 1 : !sparse_tensor.storage_specifier<#coo>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
#vector = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @f(%m: !sparse_tensor.storage_specifier<#csr>, %n: index) {
  // expected-error @below {{all of {result, specifier} have same type}}
  %0 = "sparse_tensor.storage_specifier.set"(%m, %n) {specifierKind = #sparse_tensor<kind val_mem_sz>} : (!sparse_tensor.storage_specifier<#csr>, index) -> !sparse_tensor.storage_specifier<#vector>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  %two = arith.constant 2 : index
  // expected-error @below {{Level index exceeds the rank of the input sparse tensor}}
  %0 = sparse_tensor.lvl %t, %two : tensor<4x8xf64, #csr>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%i: index) {
  // expected-error @below {{Coordinate rank mismatch with encoding}}
  %0 = sparse_tensor.crd_translate dim_to_lvl[%i] as #csr : index
  return
}

// -----

func.func @f(%n: index, %b: memref<?xf64>, %v: f32) {
  // expected-error @below {{failed to verify that value type matches element type of inBuffer}}
  %0:2 = sparse_tensor.push_back %n, %b, %v : index, memref<?xf64>, f32
  return
}

// -----

func.func @f(%n: index, %b: memref<?xf64>, %v: f64) {
  %none = arith.constant 0 : index
  // expected-error @below {{n must be not less than 1}}
  %0:2 = sparse_tensor.push_back %n, %b, %v, %none : index, memref<?xf64>, f64, index
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>, %v: memref<?xf64>, %b: memref<?xi1>, %c: memref<?xindex>, %n: index) {
  // expected-error @below {{incorrect number of coordinates}}
  %0 = sparse_tensor.compress %v, %b, %c, %n into %t[%n, %n] : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<4x8xf64, #csr>
  return
}

// -----

func.func @f(%n: index, %b: memref<?xindex>) {
  // expected-error @below {{Expected rank(perm_map) > 1, got 0}}
  sparse_tensor.sort quick_sort %n, %b {perm_map = affine_map<() -> ()>} : memref<?xindex>
  return
}

// -----

func.func @f(%n: index, %b: memref<?xindex>) {
  // expected-error @below {{Expected a permutation map, got (d0, d1) -> (d0)}}
  sparse_tensor.sort quick_sort %n, %b {perm_map = affine_map<(i, j) -> (i)>} : memref<?xindex>
  return
}

// -----

func.func @f(%b: memref<10xindex>) {
  %n = arith.constant 4 : index
  // expected-error @below {{Expected dimension(xy) >= n * (rank(perm_map) + ny) got 10 < 12}}
  sparse_tensor.sort quick_sort %n, %b {perm_map = affine_map<(i, j) -> (i, j)>, ny = 1 : index} : memref<10xindex>
  return
}

// -----

func.func @f(%b: memref<10xindex>, %y: memref<3xf32>) {
  %n = arith.constant 4 : index
  // expected-error @below {{Expected dimension(y) >= n got 3 < 4}}
  sparse_tensor.sort quick_sort %n, %b jointly %y {perm_map = affine_map<(i, j) -> (i, j)>} : memref<10xindex> jointly memref<3xf32>
  return
}

// -----

func.func @f(%n: index, %b: memref<10xf32>) {
  // expected-error @below {{operand #1 must be 1D memref of integer or index values, but got 'memref<10xf32>'}}
  sparse_tensor.sort quick_sort %n, %b {perm_map = affine_map<(i) -> (i)>} : memref<10xf32>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{Expected COO sparse tensors only}}
  %0 = sparse_tensor.reorder_coo quick_sort %t : tensor<4x8xf64, #csr> to tensor<4x8xf64, #csr>
  return
}

// -----

#coo = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton), posWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #coo>) {
  // expected-error @below {{Unmatched storage format between input and result COO}}
  %0 = sparse_tensor.reorder_coo quick_sort %t : tensor<4x8xf64, #coo> to tensor<4x8xf32, #coo>
  return
}

// -----

func.func @f(%x: f64, %y: i32) {
  // expected-error @below {{left=identity requires first argument to have the same type as the output}}
  %0 = sparse_tensor.binary %x, %y : f64, i32 to i32 overlap = {} left = identity right = {}
  return
}

// -----

func.func @f(%x: f64, %y: i32) {
  // expected-error @below {{overlap region must have exactly 2 arguments}}
  %0 = sparse_tensor.binary %x, %y : f64, i32 to i32
    overlap = {
    ^bb0(%a: f64):
      sparse_tensor.yield %a : f64
    }
    left = {} right = {}
  return
}

// -----

func.func @f(%x: f64, %y: i32) {
  // expected-error @below {{left region argument 1 type mismatch}}
  %0 = sparse_tensor.binary %x, %y : f64, i32 to i32
    overlap = {}
    left = {
    ^bb0(%a: i32):
      sparse_tensor.yield %a : i32
    }
    right = {}
  return
}

// -----

func.func @f(%x: f64, %y: i32) {
  // expected-error @below {{right region yield type mismatch}}
  %0 = sparse_tensor.binary %x, %y : f64, i32 to f64
    overlap = {}
    left = {}
    right = {
    ^bb0(%a: i32):
      sparse_tensor.yield %a : i32
    }
  return
}

// -----

func.func @f(%x: f64) {
  // expected-error @below {{present region must end with sparse_tensor.yield}}
  %0 = sparse_tensor.unary %x : f64 to f64
    present = {
    ^bb0(%a: f64):
      "test.end"() : () -> ()
    }
    absent = {}
  return
}

// -----

func.func @f(%x: f64) {
  // expected-error @below {{absent region cannot yield linalg argument}}
  %0 = sparse_tensor.unary %x : f64 to f64
    present = {}
    absent = {
      sparse_tensor.yield %x : f64
    }
  return
}

// -----

func.func @f(%x: f64) {
  // expected-error @below {{absent region cannot yield locally computed value}}
  %0 = sparse_tensor.unary %x : f64 to f64
    present = {}
    absent = {
      %1 = arith.addf %x, %x : f64
      sparse_tensor.yield %1 : f64
    }
  return
}

// -----

func.func @f(%x: f64) {
  // expected-error @below {{select region yield type mismatch}}
  %0 = sparse_tensor.select %x : f64 {
    ^bb0(%a: f64):
      sparse_tensor.yield %a : f64
    }
  return
}

// -----

func.func @f(%x: f64) {
  // expected-error @below {{'sparse_tensor.yield' op expects parent op to be one of 'sparse_tensor.binary, sparse_tensor.unary, sparse_tensor.reduce, sparse_tensor.select, sparse_tensor.foreach, sparse_tensor.iterate, sparse_tensor.coiterate'}}
  sparse_tensor.yield %x : f64
  return
}

// -----

func.func @f(%t: tensor<2x3xf64>, %x: f64) {
  // expected-error @below {{Level traverse order does not match tensor's level rank}}
  sparse_tensor.foreach in %t {order = affine_map<(i) -> (i)>} : tensor<2x3xf64> do {
  ^bb0(%i: index, %j: index, %v: f64):
  }
  return
}

// -----

func.func @f(%t: tensor<2x3xf64>, %x: f64) {
  // expected-error @below {{Unmatched number of arguments in the block}}
  sparse_tensor.foreach in %t : tensor<2x3xf64> do {
  ^bb0(%i: index, %v: f64):
  }
  return
}

// -----

func.func @f(%t: tensor<2x3xf64>, %x: f64) {
  // expected-error @below {{Mismatch in number of init arguments and results}}
  sparse_tensor.foreach in %t init(%x) : tensor<2x3xf64>, f64 do {
  ^bb0(%i: index, %j: index, %v: f64, %b: f64):
    sparse_tensor.yield %b : f64
  }
  return
}

// -----

func.func @f(%t: tensor<2x3xf64>, %x: f64) {
  // expected-error @below {{Mismatch in types of init arguments and results}}
  %0 = sparse_tensor.foreach in %t init(%x) : tensor<2x3xf64>, f64 -> f32 do {
  ^bb0(%i: index, %j: index, %v: f64, %b: f64):
    sparse_tensor.yield %b : f64
  }
  return
}

// -----

func.func @f(%t: tensor<2x3xf64>, %x: f64) {
  // expected-error @below {{Mismatch in types of yield values and results}}
  %0 = sparse_tensor.foreach in %t init(%x) : tensor<2x3xf64>, f64 -> f64 do {
  ^bb0(%i: index, %j: index, %v: f64, %b: f64):
    sparse_tensor.yield %i : index
  }
  return
}

// -----

func.func @f(%t: tensor<2x3xf64>, %x: f64) {
  // expected-error @below {{Expecting Index type for argument at index 1}}
  sparse_tensor.foreach in %t : tensor<2x3xf64> do {
  ^bb0(%i: index, %j: i32, %v: f64):
  }
  return
}

// -----

func.func @f(%t: tensor<2x3xf64>, %x: f64) {
  // expected-error @below {{Unmatched element type between input tensor and block argument, expected:f64, got: f32}}
  sparse_tensor.foreach in %t : tensor<2x3xf64> do {
  ^bb0(%i: index, %j: index, %v: f32):
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{expect larger level upper bound than lower bound}}
  %0 = sparse_tensor.extract_iteration_space %t lvls = 1 to 1 : tensor<4x8xf64, #csr> -> !sparse_tensor.iter_space<#csr, lvls = 1>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>) {
  // expected-error @below {{parent iterator should be specified iff level lower bound equals 0}}
  %0 = sparse_tensor.extract_iteration_space %t lvls = 1 : tensor<4x8xf64, #csr> -> !sparse_tensor.iter_space<#csr, lvls = 1>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
#csc = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>, %it: !sparse_tensor.iterator<#csc, lvls = 0>) {
  // expected-error @below {{mismatch in parent iterator encoding and iteration space encoding.}}
  %0 = sparse_tensor.extract_iteration_space %t at %it lvls = 1 : tensor<4x8xf64, #csr>, !sparse_tensor.iterator<#csc, lvls = 0> -> !sparse_tensor.iter_space<#csr, lvls = 1>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>, %it: !sparse_tensor.iterator<#csr, lvls = 1>) {
  // expected-error @below {{parent iterator should be used to extract an iteration space from a consecutive level.}}
  %0 = sparse_tensor.extract_iteration_space %t at %it lvls = 1 : tensor<4x8xf64, #csr>, !sparse_tensor.iterator<#csr, lvls = 1> -> !sparse_tensor.iter_space<#csr, lvls = 1>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
#csc = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>, %it: !sparse_tensor.iterator<#csc, lvls = 1>) {
  // expected-error @below {{mismatch in tensor encoding and iterator encoding.}}
  %0 = sparse_tensor.extract_value %t at %it : tensor<4x8xf64, #csr>, !sparse_tensor.iterator<#csc, lvls = 1>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%t: tensor<4x8xf64, #csr>, %it: !sparse_tensor.iterator<#csr, lvls = 0>) {
  // expected-error @below {{must use last-level iterator to extract values. }}
  %0 = sparse_tensor.extract_value %t at %it : tensor<4x8xf64, #csr>, !sparse_tensor.iterator<#csr, lvls = 0>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{mismatch in number of sparse iterators and sparse spaces}}
  sparse_tensor.iterate %it, %jt in %s : !sparse_tensor.iter_space<#csr, lvls = 0 to 2> {
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{expected only one iterator/iteration space}}
  sparse_tensor.iterate %it, %jt in %s, %s : !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, !sparse_tensor.iter_space<#csr, lvls = 0 to 2> {
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{mismatch in number of iteration space operands and iteration space types}}
  sparse_tensor.iterate %it in %s : !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, !sparse_tensor.iter_space<#csr, lvls = 0 to 2> {
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{expected sparse_tensor.iter_space type for iteration space operands}}
  sparse_tensor.iterate %it in %x : f64 {
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{mismatch in number of iteration arguments and return values}}
  %0:2 = sparse_tensor.iterate %it in %s iter_args(%a = %x) : !sparse_tensor.iter_space<#csr, lvls = 0 to 2> -> (f64, f64) {
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{required out-of-bound coordinates}}
  sparse_tensor.iterate %it in %s at(_, _, %i) : !sparse_tensor.iter_space<#csr, lvls = 0 to 2> {
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{number mismatch between iter args and results.}}
  %0 = sparse_tensor.iterate %it in %s iter_args(%a = %x) : !sparse_tensor.iter_space<#csr, lvls = 0 to 2> -> f64 {
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{parsed more value than expected.}}
  sparse_tensor.coiterate (%s) : (!sparse_tensor.iter_space<#csr, lvls = 0 to 2>)
  case %it, %jt {
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{contains duplicated cases.}}
  sparse_tensor.coiterate (%s) : (!sparse_tensor.iter_space<#csr, lvls = 0 to 2>)
  case %it {
  }
  case %it {
  }
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), crdWidth = 32 }>
func.func @f(%s: !sparse_tensor.iter_space<#csr, lvls = 0 to 2>, %x: f64) {
  // expected-error @below {{number mismatch between iter args and results on 0th region}}
  %0 = sparse_tensor.coiterate (%s) iter_args(%a = %x) : (!sparse_tensor.iter_space<#csr, lvls = 0 to 2>) -> f64
  case %it {
  }
  return
}
