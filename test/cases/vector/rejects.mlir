// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

func.func @broadcast(%v: vector<[2]x3xf32>) {
  // expected-error @+1 {{'vector.broadcast' op dimension mismatch ([2] vs. 2)}}
  %0 = vector.broadcast %v : vector<[2]x3xf32> to vector<2x3xf32>
  return
}

// -----

func.func @extract(%v: vector<2x3xf32>) {
  // expected-error @+1 {{expected position attribute #2 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  %0 = vector.extract %v[1, 3] : f32 from vector<2x3xf32>
  return
}

// -----

func.func @reduction(%v: vector<2xf32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction type ''f32'' for kind 'minui'}}
  %0 = vector.reduction <minui>, %v : vector<2xf32> into f32
  return
}

// -----

func.func @transfer(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  // expected-error @+1 {{requires a permutation_map that is a permutation (found one dim used more than once)}}
  %0 = vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<?x?xf32>, vector<3x4xf32>
  return
}

// -----

func.func @load(%m: memref<8x8xf32, strided<[1, 8]>>, %i: index) {
  // expected-error @+1 {{'vector.load' op most minor memref dim must have unit stride}}
  %0 = vector.load %m[%i, %i] : memref<8x8xf32, strided<[1, 8]>>, vector<4xf32>
  return
}

// -----

func.func @mask(%mask: vector<4xi1>, %v: vector<8xf32>) {
  // expected-error @+1 {{'vector.mask' op expects a 'vector<8xi1>' mask for the maskable operation}}
  %0 = vector.mask %mask { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<4xi1> -> f32
  return
}

// -----

func.func @contract(%a: vector<4xf32>, %acc: f32) {
  // expected-error @+1 {{expected indexing map 1 to be a projected permutation of its inputs}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}
