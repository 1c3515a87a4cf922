// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// Accesses to memory that the verifier refuses.

func.func @indices(%b: memref<?x?xf32>, %i: index, %m: !pvec.mask<4>, %v: vector<4xf32>) {
  // expected-error @+1 {{requires an index for each of 2 dimensions}}
  %u = pvec.load contiguous %b[%i] if %m else %v : memref<?x?xf32>, !pvec.mask<4>, vector<4xf32>
  return
}

// -----

func.func @alignment(%b: memref<?xf32>, %i: index, %m: !pvec.mask<4>, %v: vector<4xf32>) {
  // expected-error @+1 {{requires an alignment that is a power of two}}
  pvec.store contiguous %v, %b[%i] if %m {alignment = 12 : i64} : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  return
}

// -----

func.func @stride(%b: memref<?xf32>, %i: index, %m: !pvec.mask<4>, %v: vector<4xf32>) {
  // expected-error @+1 {{has a stride where lanes are strided, and only there}}
  pvec.store contiguous %v, %b[%i] if %m {stride = 2 : i64} : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  return
}

// -----

func.func @no_stride(%b: memref<?xf32>, %i: index, %m: !pvec.mask<4>, %v: vector<4xf32>) {
  // expected-error @+1 {{has a stride where lanes are strided, and only there}}
  pvec.store strided %v, %b[%i] if %m : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  return
}

// -----

func.func @offsets(%b: memref<?xf32>, %i: index, %m: !pvec.mask<4>, %v: vector<4xf32>) {
  // expected-error @+1 {{has offsets where lanes are gathered, and only there}}
  %u = pvec.load gather %b[%i] if %m else %v : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  return
}

// -----

func.func @elements(%b: memref<?xf64>, %i: index, %m: !pvec.mask<4>, %v: vector<4xf32>) {
  // expected-error @+1 {{requires lanes of the type of the elements}}
  %u = pvec.load contiguous %b[%i] if %m else %v : memref<?xf64>, !pvec.mask<4>, vector<4xf32>
  return
}

// -----

func.func @under_a_predicate(%b: memref<?xf32>, %i: index, %p: !pvec.pred, %v: vector<4xf32>) {
  // expected-error @+1 {{accesses one element under a predicate: its shape is uniform}}
  %u = pvec.load contiguous %b[%i] if %p else %v : memref<?xf32>, !pvec.pred, vector<4xf32>
  return
}

// -----

func.func @one_element(%b: memref<f32>, %m: !pvec.mask<4>, %v: vector<4xf32>) {
  // expected-error @+1 {{accesses different elements of a memref that has only one}}
  %u = pvec.load contiguous %b[] if %m else %v : memref<f32>, !pvec.mask<4>, vector<4xf32>
  return
}

// -----

func.func @lanes(%b: memref<?xf32>, %i: index, %m: !pvec.mask<8>, %v: vector<4xf32>) {
  // expected-error @+1 {{has a mask of 8 lanes for a value of type 'vector<4xf32>'}}
  pvec.store packed %v, %b[%i] if %m : memref<?xf32>, !pvec.mask<8>, vector<4xf32>
  return
}
