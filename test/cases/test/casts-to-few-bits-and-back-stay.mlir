// RUN: rmlir-opt %s --canonicalize

// Only the lowest bit comes back.
func.func @cut(%i: index) -> index {
  %0 = arith.index_cast %i : index to i1
  %1 = arith.index_cast %0 : i1 to index
  return %1 : index
}

// All bits come back.
func.func @kept(%i: index, %j: i32) -> (index, i32) {
  %0 = arith.index_cast %i : index to i64
  %1 = arith.index_cast %0 : i64 to index
  %2 = arith.index_castui %j : i32 to index
  %3 = arith.index_castui %2 : index to i32
  return %1, %3 : index, i32
}
