// RUN: rmlir-opt %s --convert-vector-to-llvm="enable-arm-sve enable-arm-neon enable-arm-i8mm enable-arm-bf16"

// Operations become the intrinsics of the same operands.
func.func @intrinsics(%m: vector<[4]xi1>, %a: vector<[4]xi32>, %b: vector<[16]xi8>) -> (vector<[4]xi32>, vector<[4]xi32>) {
  %0 = arm_sve.masked.addi %m, %a, %a : vector<[4]xi1>, vector<[4]xi32>
  %1 = arm_sve.smmla %0, %b, %b : vector<[16]xi8> to vector<[4]xi32>
  %2 = arm_sve.dupq_lane %1[1] : vector<[4]xi32>
  %3, %4 = arm_sve.zip.x2 %1, %2 : vector<[4]xi32>
  return %3, %4 : vector<[4]xi32>, vector<[4]xi32>
}

// Predicates one by one.
func.func @predicates(%a: vector<2x1x[4]xi1>, %b: vector<[16]xi1>, %c: vector<[2]xi1>, %i: index) -> (vector<2x1x[16]xi1>, vector<[2]xi1>) {
  %0 = arm_sve.convert_to_svbool %a : vector<2x1x[4]xi1>
  %1 = arm_sve.psel %c, %b[%i] : vector<[2]xi1>, vector<[16]xi1>
  return %0, %1 : vector<2x1x[16]xi1>, vector<[2]xi1>
}

// Only masks as long as a predicate are made by the intrinsic.
func.func @masks(%n: index) -> (vector<[8]xi1>, vector<[6]xi1>) {
  %0 = vector.create_mask %n : vector<[8]xi1>
  %1 = vector.create_mask %n : vector<[6]xi1>
  return %0, %1 : vector<[8]xi1>, vector<[6]xi1>
}

// Products of matrices, of fixed and of scalable vectors.
func.func @matrices(%a: vector<2x4xbf16>, %b: vector<2x4xbf16>, %c: vector<[2]x4xbf16>, %d: vector<2x2xf32>, %e: vector<2x[2]xf32>) -> (vector<2x2xf32>, vector<2x[2]xf32>) {
  %0 = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } %a, %b, %d : vector<2x4xbf16>, vector<2x4xbf16> into vector<2x2xf32>
  %1 = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } %a, %c, %e : vector<2x4xbf16>, vector<[2]x4xbf16> into vector<2x[2]xf32>
  return %0, %1 : vector<2x2xf32>, vector<2x[2]xf32>
}
