// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

#vector = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#csc = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
#coo = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton), crdWidth = 32 }>
#unordered = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered)), crdWidth = 32 }>
#blocks = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense) }>
#slice = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(1, 4, 1)>, j : #sparse_tensor<slice(?, ?, 2)>) -> (i : dense, j : compressed) }>
!source = i64

func.func @conversion(%file: !source, %positions: tensor<2xindex>, %coordinates: tensor<3x2xi32>, %values: tensor<3xf64>) {
  %0 = sparse_tensor.new %file : !source to tensor<8x8xf64, #csr>
  %1 = sparse_tensor.convert %0 {note} : tensor<8x8xf64, #csr> to tensor<?x8xf64, #csc>
  %2 = sparse_tensor.reinterpret_map %0 : tensor<8x8xf64, #csr> to tensor<8x8xf64, #csc>
  %3 = sparse_tensor.concatenate %0, %0 {dimension = 1 : index} : tensor<8x8xf64, #csr>, tensor<8x8xf64, #csr> to tensor<8x16xf64, #csr>
  %4 = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<2xindex>, tensor<3x2xi32>), tensor<3xf64> to tensor<8x8xf64, #coo>
  %5:6 = sparse_tensor.disassemble %4 : tensor<8x8xf64, #coo> out_lvls(%positions, %coordinates : tensor<2xindex>, tensor<3x2xi32>)
    out_vals(%values : tensor<3xf64>) -> (tensor<2xindex>, tensor<3x2xi32>), tensor<3xf64>, (index, i32), tensor<i64>
  sparse_tensor.out %4, %file : tensor<8x8xf64, #coo>, !source
  sparse_tensor.print %4 : tensor<8x8xf64, #coo>
  %6 = sparse_tensor.has_runtime_library
  return
}

func.func @storage(%t: tensor<8x8xf64, #csr>, %list: tensor<8x8xf64, #coo>, %s: tensor<8x8xf64, #slice>) {
  %0 = sparse_tensor.positions %t {level = 1 : index} : tensor<8x8xf64, #csr> to memref<?xindex>
  %1 = sparse_tensor.coordinates %t {level = 1 : index} : tensor<8x8xf64, #csr> to memref<?xindex>
  %2 = sparse_tensor.coordinates %list {level = 1 : index} : tensor<8x8xf64, #coo> to memref<?xi32, strided<[?], offset: ?>>
  %3 = sparse_tensor.coordinates_buffer %list : tensor<8x8xf64, #coo> to memref<?xi32>
  %4 = sparse_tensor.values %t : tensor<8x8xf64, #csr> to memref<?xf64>
  %5 = sparse_tensor.number_of_entries %t : tensor<8x8xf64, #csr>
  %6 = sparse_tensor.slice.offset %s at 1 : tensor<8x8xf64, #slice>
  %7 = sparse_tensor.slice.stride %s at 0 : tensor<8x8xf64, #slice>
  return
}

func.func @metadata(%n: index) {
  %0 = sparse_tensor.storage_specifier.init : !sparse_tensor.storage_specifier<#csr>
  %1 = sparse_tensor.storage_specifier.init {note} with %0 : from !sparse_tensor.storage_specifier<#csr> to !sparse_tensor.storage_specifier<#slice>
  %2 = sparse_tensor.storage_specifier.set %1 pos_mem_sz at 1 with %n : !sparse_tensor.storage_specifier<#slice>
  %3 = sparse_tensor.storage_specifier.set %2 val_mem_sz with %n : !sparse_tensor.storage_specifier<#slice>
  %4 = sparse_tensor.storage_specifier.get %3 dim_offset at 0 : !sparse_tensor.storage_specifier<#slice>
  %5 = sparse_tensor.storage_specifier.get %3 val_mem_sz : !sparse_tensor.storage_specifier<#slice>
  return
}

func.func @levels(%t: tensor<8x?xf64, #blocks>, %i: index, %j: index) {
  %0 = sparse_tensor.lvl %t, %i : tensor<8x?xf64, #blocks>
  %1:4 = sparse_tensor.crd_translate dim_to_lvl[%i, %j] as #blocks : index, index, index, index
  %2:2 = sparse_tensor.crd_translate lvl_to_dim[%1#0, %1#1, %1#2, %1#3] as #blocks : index, index
  return
}

func.func @insertion(%t: tensor<8x8xf64, #csr>, %i: index, %buffer: memref<?xf64>, %value: f64) -> tensor<8x8xf64, #csr> {
  %0:2 = sparse_tensor.push_back %i, %buffer, %value : index, memref<?xf64>, f64
  %1:2 = sparse_tensor.push_back inbounds %0#1, %0#0, %value, %i : index, memref<?xf64>, f64, index
  %values, %filled, %added, %count = sparse_tensor.expand %t : tensor<8x8xf64, #csr> to memref<?xf64>, memref<?xi1>, memref<?xindex>
  %2 = sparse_tensor.compress %values, %filled, %added, %count into %t[%i] : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<8x8xf64, #csr>
  %3 = sparse_tensor.load %2 hasInserts : tensor<8x8xf64, #csr>
  %4 = sparse_tensor.load %3 : tensor<8x8xf64, #csr>
  return %4 : tensor<8x8xf64, #csr>
}

func.func @sorting(%n: index, %xy: memref<?xindex>, %y: memref<?xf32>, %t: tensor<?x?xf64, #unordered>) {
  sparse_tensor.sort hybrid_quick_sort %n, %xy {perm_map = affine_map<(i, j) -> (j, i)>} : memref<?xindex>
  sparse_tensor.sort insertion_sort_stable %n, %xy jointly %y, %y {ny = 1 : index, perm_map = affine_map<(i) -> (i)>}
    : memref<?xindex> jointly memref<?xf32>, memref<?xf32>
  %0 = sparse_tensor.reorder_coo quick_sort %t : tensor<?x?xf64, #unordered> to tensor<?x?xf64, #coo>
  return
}

func.func @elements(%x: f64, %y: i32, %one: f64) -> f64 {
  %0 = sparse_tensor.binary %x, %y : {note} f64, i32 to f64
    overlap = {
    ^bb0(%a: f64, %b: i32):
      sparse_tensor.yield %a : f64
    }
    left = identity
    right = {
    ^bb0(%b: i32):
      sparse_tensor.yield %one : f64
    }
  %1 = sparse_tensor.binary %x, %x : f64, f64 to f64 overlap = {} left = {} right = identity
  %2 = sparse_tensor.unary %x {note} : f64 to f64
    present = {}
    absent = {
      %c = arith.constant 2.0 : f64
      sparse_tensor.yield %c : f64
    }
  %3 = sparse_tensor.reduce %0, %1, %one : f64 {
  ^bb0(%a: f64, %b: f64):
    %sum = arith.addf %a, %b : f64
    sparse_tensor.yield %sum : f64
  }
  %4 = sparse_tensor.select %3 : f64 {
  ^bb0(%a: f64):
    %keep = arith.cmpf ogt, %a, %one : f64
    sparse_tensor.yield %keep : i1
  }
  return %4 : f64
}

func.func @loops(%t: tensor<2x3xf64, #csr>, %dense: tensor<2x3xf64>, %zero: f64) -> f64 {
  sparse_tensor.foreach in %t : tensor<2x3xf64, #csr> do {
  ^bb0(%i: index, %j: index, %value: f64):
  }
  sparse_tensor.foreach in %dense {order = affine_map<(i, j) -> (j, i)>} : tensor<2x3xf64> do {
  ^bb0(%i: index, %j: index, %value: f64):
    "test.use"(%value) : (f64) -> ()
  }
  %0 = sparse_tensor.foreach in %t init(%zero) : tensor<2x3xf64, #csr>, f64 -> f64 do {
  ^bb0(%i: index, %j: index, %value: f64, %before: f64):
    %next = arith.addf %before, %value : f64
    sparse_tensor.yield %next : f64
  }
  return %0 : f64
}
