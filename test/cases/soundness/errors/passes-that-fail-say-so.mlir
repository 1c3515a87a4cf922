// RUN: rmlir-opt %s --scf-forall-to-parallel
// RUN: rmlir-opt %s --arith-emulate-wide-int=widest-int-supported=3
// RUN: rmlir-opt %s --memref-emulate-wide-int=widest-int-supported=0
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4,8 test-fastest-varying=0}))"
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-tile{tile-sizes=0}))"

// Where a pass fails without a diagnostic of its own, the pass manager names it. (22 fails silently.)

func.func @shares(%t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<8xf32> {
    %1 = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}
