// RUN: rmlir-opt %s --split-input-file
// RUN: rmlir-opt %s --split-input-file --mlir-print-op-generic

// Each format, with each property that it may have.
#dense = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : dense) }>
#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 16 }>
#csc = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed(nonordered)) }>
#list = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : compressed(nonordered, nonunique), j : singleton(nonunique), k : singleton) }>
#columns = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique, soa), k : singleton(soa)) }>
#batches = #sparse_tensor.encoding<{ map = (b, i, j) -> (b : batch, i : loose_compressed(nonunique), j : singleton) }>
#structured = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4]) }>
func.func private @formats(tensor<4x8xf32, #dense>, tensor<4x8xf32, #csr>, tensor<?x8xf32, #csc>, tensor<2x3x4xi8, #list>,
  tensor<2x3x4xi8, #columns>, tensor<2x3x4xi8, #batches>, tensor<4x8xf32, #structured>)

// -----

// The same maps, with names for levels and without.
#short = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense) }>
#long = #sparse_tensor.encoding<{
  map = {l0, l1, l2, l3} (i = l0 * 2 + l2, j = l1 * 3 + l3)
    -> (l0 = i floordiv 2 : dense, l1 = j floordiv 3 : compressed, l2 = i mod 2 : dense, l3 = j mod 3 : dense)
}>
#turned = #sparse_tensor.encoding<{ map = {l0, l1} (i = l1, j = l0) -> (l0 = j : dense, l1 = i : compressed()) }>
func.func private @levels(tensor<4x9xf64, #short>, tensor<4x9xf64, #long>, tensor<4x9xf64, #turned>)

// -----

// Symbols have no inverse and are accepted.
#symbols = #sparse_tensor.encoding<{ map = [s, t](i, j) -> (i * (s * 4) : dense, i - j + 2 * t : dense, j ceildiv 5 : compressed) }>
func.func private @symbols(tensor<?x?xf64, #symbols>)

// -----

// Dimensions without a slice are whole if another one has a slice.
#slice = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(1, ?, 2)>, j) -> (j : dense, i : compressed) }>
func.func private @slices(tensor<?x?xf64, #slice>)
"test.attribute"() {slice = #sparse_tensor<slice(?, 4, ?)>} : () -> ()

// -----

#values = #sparse_tensor.encoding<{ map = (i) -> (i : compressed), explicitVal = 1.0 : f32, implicitVal = 0.0 : f32 }>
#ones = #sparse_tensor.encoding<{ implicitVal = 0 : i32, explicitVal = 1 : i32, map = (i) -> (i : compressed), }>
func.func private @values(tensor<8xf32, #values>, tensor<8xi32, #ones>)

// -----

// A storage specifier has an encoding without what does not matter.
#list = #sparse_tensor.encoding<{ map = (i, j) -> (j : compressed(nonunique), i : singleton(soa)), posWidth = 8 }>
func.func private @types(!sparse_tensor.storage_specifier<#list>, !sparse_tensor.iter_space<#list, lvls = 0 to 2>,
  !sparse_tensor.iterator<#list, lvls = 1>, !sparse_tensor<iterator<<{ map = (i) -> (i : dense) }>, lvls = 3 to 5>>)

// -----

"test.kinds"() {a = #sparse_tensor<kind crd_mem_sz>, b = #sparse_tensor<CrdTransDirection lvl_to_dim>,
  c = #sparse_tensor<SparseTensorSortAlgorithm heap_sort>} : () -> ()

// -----

#complex = #sparse_tensor.encoding<{ map = (i) -> (i : compressed), explicitVal = #complex.number<:f32 1.0, -0.5>, implicitVal = #complex.number<:f32 0.0, 0.0> }>
func.func private @complex(tensor<8xcomplex<f32>, #complex>)
