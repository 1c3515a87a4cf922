// RUN: rmlir-opt %s --sccp

// A tensor that threads put their parts into stays the block argument that they share, also where it starts as a constant:
// `tensor.parallel_insert_slice` takes nothing else.

func.func @whole_thread(%x: tensor<2xi32>) -> tensor<8xi32> {
  %zero = arith.constant dense<0> : tensor<8xi32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %zero) -> (tensor<8xi32>) {
    %two = arith.constant 2 : index
    %at = arith.muli %i, %two : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%at] [2] [1] : tensor<2xi32> into tensor<8xi32>
    }
  }
  return %r : tensor<8xi32>
}

// What a thread reads of it is the constant.
func.func @read_as_well() -> tensor<4xf32> {
  %start = arith.constant dense<2.0> : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %start) -> (tensor<4xf32>) {
    %x = tensor.extract %o[%i] : tensor<4xf32>
    %y = arith.addf %x, %x : f32
    %part = tensor.from_elements %y : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// Two of them, of which one starts as an argument.
func.func @two_outputs(%x: tensor<1xi64>, %t: tensor<3xi64>) -> (tensor<3xi64>, tensor<3xi64>) {
  %start = arith.constant dense<-1> : tensor<3xi64>
  %r:2 = scf.forall (%i) in (3) shared_outs(%o = %start, %p = %t) -> (tensor<3xi64>, tensor<3xi64>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %p[%i] [1] [1] : tensor<1xi64> into tensor<3xi64>
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xi64> into tensor<3xi64>
    }
  }
  return %r#0, %r#1 : tensor<3xi64>, tensor<3xi64>
}

// What is put in may become a constant.
func.func @source_is_constant() -> tensor<2x2xi32> {
  %one = arith.constant dense<1> : tensor<1x2xi32>
  %zero = arith.constant dense<0> : tensor<2x2xi32>
  %r = scf.forall (%i) in (2) shared_outs(%o = %zero) -> (tensor<2x2xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %o[%i, 0] [1, 2] [1, 1] : tensor<1x2xi32> into tensor<2x2xi32>
    }
  }
  return %r : tensor<2x2xi32>
}

// The constant comes through a condition that always holds.
func.func @through_condition(%x: tensor<1xi8>) -> tensor<2xi8> {
  %true = arith.constant true
  %zero = arith.constant dense<0> : tensor<2xi8>
  %other = arith.constant dense<1> : tensor<2xi8>
  %start = arith.select %true, %zero, %other : tensor<2xi8>
  %r = scf.forall (%i) in (2) shared_outs(%o = %start) -> (tensor<2xi8>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xi8> into tensor<2xi8>
    }
  }
  return %r : tensor<2xi8>
}
