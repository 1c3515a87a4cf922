// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic | rmlir-opt

#least = affine_map<(d0) -> (-9223372036854775808, d0 - 9223372036854775807, -9223372036854775808 + d0)>
#set = affine_set<(d0) : (d0 - 9223372036854775807 >= 0, -9223372036854775808 >= 0)>

func.func @bounds(%m: memref<4xi32>, %v: i32) {
  affine.for %i = -9223372036854775808 to -9223372036854775807 {
    affine.store %v, %m[%i floordiv -9223372036854775808] : memref<4xi32>
  }
  return
}

func.func @maps() attributes {m = #least, s = #set} {
  return
}
