// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(convert-pvec-to-vector))'

// All lanes are on in whole rounds; what is left has a mask.

func.func @fill(%n: index, %m: memref<?xf32>, %v: vector<8xf32>) {
  %c0 = arith.constant 0 : index
  pvec.foreach %i, %on = %c0 to %n : !pvec.mask<8> {
    pvec.store contiguous %v, %m[%i] if %on : memref<?xf32>, !pvec.mask<8>, vector<8xf32>
  }
  return
}
