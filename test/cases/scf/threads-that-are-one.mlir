// RUN: rmlir-opt %s --canonicalize

// One thread puts its slices in one after the other, each into the tensor that it names.
func.func @one_thread(%a: tensor<4xi32>, %b: tensor<8xi32>, %s: tensor<2xi32>) -> (tensor<4xi32>, tensor<8xi32>) {
  %r:2 = scf.forall (%i) in (1) shared_outs(%o = %a, %p = %b) -> (tensor<4xi32>, tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [2] [1] : tensor<2xi32> into tensor<4xi32>
      tensor.parallel_insert_slice %s into %p[5] [2] [1] : tensor<2xi32> into tensor<8xi32>
    }
  }
  return %r#0, %r#1 : tensor<4xi32>, tensor<8xi32>
}

func.func @no_dimension(%a: tensor<4xi32>, %s: tensor<2xi32>) -> tensor<4xi32> {
  %r = scf.forall () in () shared_outs(%o = %a) -> (tensor<4xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[1] [2] [1] : tensor<2xi32> into tensor<4xi32>
    }
  }
  return %r : tensor<4xi32>
}
