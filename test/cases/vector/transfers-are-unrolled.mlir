// RUN: rmlir-opt %s --convert-vector-to-scf=full-unroll

func.func @write(%v: vector<2x4xf32>, %m: memref<?x8xf32>, %i: index, %mask: vector<2x4xi1>) {
  vector.transfer_write %v, %m[%i, %i], %mask {in_bounds = [true, false]} : vector<2x4xf32>, memref<?x8xf32>
  return
}
