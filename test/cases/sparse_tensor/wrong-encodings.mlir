// RUN: rmlir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{unexpected key: dimLevelType}}
#old = #sparse_tensor.encoding<{ dimLevelType = ["dense", "compressed"] }>

// -----

// expected-error @below {{unexpected position bitwidth: 7}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense), posWidth = 7 }>

// -----

// expected-error @below {{unexpected coordinate bitwidth: 4294967295}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense), crdWidth = -1 }>

// -----

// expected-error @below {{expected an integral position bitwidth}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense), posWidth = "wide" }>

// -----

// expected-error @below {{expected a numeric value for implicitVal}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense), implicitVal = "zero" }>

// -----

// expected-error @below {{expected a non-empty array for lvlTypes}}
#a = #sparse_tensor.encoding<{ posWidth = 8 }>

// -----

// expected-error @below {{level-rank mismatch between dimToLvl and lvlTypes: 1 != 2}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense), map = (i) -> (i : compressed) }>

// -----

// expected-error @below {{expected bare identifier}}
#a = #sparse_tensor.encoding<{ map = [1](i) -> (i : dense) }>

// -----

// expected-error @below {{redefinition of identifier 'i'}}
#a = #sparse_tensor.encoding<{ map = (i, i) -> (i : dense) }>

// -----

// expected-error @below {{redefinition of identifier 'l'}}
#a = #sparse_tensor.encoding<{ map = {l} (l) -> (l = l : dense) }>

// -----

// expected-error @below {{use of undeclared identifier 'i'}}
#a = #sparse_tensor.encoding<{ map = {l} (i = l) -> (i : dense) }>

// -----

// expected-error @below {{Level-rank mismatch between forward-declarations and specifiers. Declared 2 level-variables; but got 1 level-specifiers.}}
#a = #sparse_tensor.encoding<{ map = {l, m} (i) -> (l = i : dense) }>

// -----

// expected-error @below {{Level-variable ordering mismatch. The variable 'm' was forward-declared as the 1st level; but is bound by the 0th specification.}}
#a = #sparse_tensor.encoding<{ map = {l, m} (i, j) -> (m = i : dense, l = j : dense) }>

// -----

// expected-error @below {{expected lvlToDim to be an inverse of dimToLvl}}
#a = #sparse_tensor.encoding<{ map = {l, m} (i = m, j = l) -> (l = i : dense, m = j : dense) }>

// -----

// expected-error @below {{failed to infer lvlToDim from dimToLvl}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i * 2 : dense) }>

// -----

// A quotient alone loses a part of the coordinate.
// expected-error @below {{failed to infer lvlToDim from dimToLvl}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i floordiv 2 : dense) }>

// -----

// expected-error @below {{expected SparseTensorDimSliceAttr}}
#a = #sparse_tensor.encoding<{ map = (i : 4) -> (i : dense) }>

// -----

// expected-error @below {{expect positive value or ? for slice offset/size/stride}}
#a = #sparse_tensor<slice(-1, 2, 1)>

// -----

// expected-error @below {{expect positive value or ? for slice stride}}
#a = #sparse_tensor<slice(1, 2, 0)>

// -----

// expected-error @below {{dimSlices expected dimension-rank to match level-rank: 1 != 2}}
#a = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(0, 4, 1)>) -> (i floordiv 2 : dense, i mod 2 : dense) }>

// -----

// expected-error @below {{expected valid level format (e.g. dense, compressed or singleton)}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : 4) }>

// -----

// expected-error @below {{unknown level format: block2_4}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : block2_4) }>

// -----

// expected-error @below {{unknown level property: high}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : compressed(high)) }>

// -----

// expected-error @below {{invalid level type: level format doesn't support the properties}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense(nonunique)) }>

// -----

// expected-error @below {{expected exactly 2 structured sizes}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : structured) }>

// -----

// expected-error @below {{expected n <= m in n_out_of_m}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : structured[5, 4]) }>

// -----

// expected-error @+2 {{integer value too large}}
// expected-error @below {{failed to parse structured size}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : structured[1, 4294967296]) }>

// -----

// expected-error @below {{expected compressed or loose_compressed level before singleton level}}
#a = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : singleton) }>

// -----

// expected-error @below {{expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).}}
#a = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : compressed, j : singleton, k : singleton(soa)) }>

// -----

// expected-error @below {{Batch lvlType can only be leading levels.}}
#a = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : batch) }>

// -----

// expected-error @below {{SoA is only applicable to singleton lvlTypes.}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i : compressed(soa)) }>

// -----

// expected-error @below {{expected n_out_of_m to be the last level type}}
#a = #sparse_tensor.encoding<{ map = (i, j) -> (i : structured[2, 4], j : dense) }>

// -----

// expected-error @below {{expected all dense lvlTypes before a n_out_of_m level}}
#a = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed, j : structured[2, 4]) }>

// -----

// expected-error @below {{expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level}}
#a = #sparse_tensor.encoding<{ map = (i) -> (i floordiv 2 : dense, i mod 2 : structured[2, 4]) }>

// -----

#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense) }>
// expected-error @below {{expected non-scalar sparse tensor}}
func.func private @scalar(tensor<f32, #a>)

// -----

#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense) }>
// expected-error @below {{dimension-rank mismatch between encoding and tensor shape: 1 != 2}}
func.func private @matrix(tensor<?x4xf32, #a>)

// -----

#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense), explicitVal = 1 : i32 }>
// expected-error @below {{explicit value type mismatch between encoding and tensor element type: 'i32' != 'f32'}}
func.func private @explicit(tensor<4xf32, #a>)

// -----

#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense), implicitVal = 0.5 : f32 }>
// expected-error @below {{implicit value must be zero}}
func.func private @implicit(tensor<4xf32, #a>)

// -----

#a = #sparse_tensor.encoding<{ map = (i) -> (i : dense) }>
// expected-error @below {{expect larger level upper bound than lower bound}}
func.func private @space(!sparse_tensor.iter_space<#a, lvls = 1 to 1>)
