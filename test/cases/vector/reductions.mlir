// RUN: rmlir-opt %s

#matmul = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

func.func @contractions(%a: vector<4x3xf32>, %b: vector<3x7xf32>, %c: vector<4x7xf32>) -> vector<4x7xf32> {
  %0 = vector.contract #matmul %a, %b, %c : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
  %1 = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maximumf>
  } %a, %b, %0 {note} : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
  return %1 : vector<4x7xf32>
}

func.func @reductions(%v: vector<16xf32>, %m: vector<4x8x[4]xi32>, %acc: f32, %rest: vector<8xi32>, %all: i32) {
  %0 = vector.reduction <add>, %v : vector<16xf32> into f32
  %1 = vector.reduction <mul>, %v, %acc fastmath<reassoc> : vector<16xf32> into f32
  %2 = vector.multi_reduction <maxsi>, %m, %rest [0, 2] : vector<4x8x[4]xi32> to vector<8xi32>
  %3 = vector.multi_reduction <xor>, %m, %all [0, 1, 2] : vector<4x8x[4]xi32> to i32
  return
}

func.func @scans(%v: vector<4x8xi32>, %first: vector<4xi32>) -> vector<4xi32> {
  %0:2 = vector.scan <add>, %v, %first {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xi32>, vector<4xi32>
  return %0#1 : vector<4xi32>
}

func.func @products(%a: vector<4xf32>, %b: vector<[8]xf32>, %s: f32, %acc: vector<4x[8]xf32>) {
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<[8]xf32>
  %1 = vector.outerproduct %a, %b, %acc {kind = #vector.kind<minnumf>} : vector<4xf32>, vector<[8]xf32>
  %2 = vector.outerproduct %a, %s : vector<4xf32>, f32
  return
}
