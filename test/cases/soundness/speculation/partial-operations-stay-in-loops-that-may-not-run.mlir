// What is undefined for some operands stays in a loop that may have no iterations; upstream moves most of it out.
// RUN: rmlir-opt %s --loop-invariant-code-motion --verify-semantics=50

func.func @llvm_urem(%n: index, %a: i32, %b: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (i32) {
    %q = llvm.urem %a, %b : i32
    scf.yield %q : i32
  }
  return %r : i32
}

func.func @llvm_srem(%n: index, %a: i8, %b: i8) -> i8 {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i8
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (i8) {
    %q = llvm.srem %a, %b : i8
    scf.yield %q : i8
  }
  return %r : i8
}

func.func @ipowi(%n: index, %a: i32, %b: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (i32) {
    %q = math.ipowi %a, %b : i32
    scf.yield %q : i32
  }
  return %r : i32
}

func.func @index_division(%n: index, %a: index, %b: index) -> index {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : index
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (index) {
    %q = index.floordivs %a, %b
    scf.yield %q : index
  }
  return %r : index
}

func.func @apply(%n: index, %a: index, %b: index) -> index {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : index
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (index) {
    %q = affine.apply affine_map<()[s0, s1] -> (s0 mod s1)>()[%a, %b]
    scf.yield %q : index
  }
  return %r : index
}

func.func @minimum(%n: index, %a: index, %b: index) -> index {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : index
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (index) {
    %q = affine.min affine_map<()[s0, s1] -> (s0 ceildiv s1, 3)>()[%a, %b]
    scf.yield %q : index
  }
  return %r : index
}

func.func @delinearize(%n: index, %a: index, %b: index) -> index {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : index
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (index) {
    %q:2 = affine.delinearize_index %a into (3, %b) : index, index
    scf.yield %q#1 : index
  }
  return %r : index
}

func.func @extract(%n: index, %t: tensor<?xi32>, %j: index) -> i32 {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (i32) {
    %q = tensor.extract %t[%j] : tensor<?xi32>
    scf.yield %q : i32
  }
  return %r : i32
}

func.func @extract_of_static(%n: index, %t: tensor<4xi32>, %j: index) -> i32 {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (i32) {
    %q = tensor.extract %t[%j] : tensor<4xi32>
    scf.yield %q : i32
  }
  return %r : i32
}

func.func @insert(%n: index, %t: tensor<?xi32>, %j: index) -> i32 {
  %c1 = arith.constant 1 : index
  %v = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (i32) {
    %q = tensor.insert %x into %t[%j] : tensor<?xi32>
    %e = tensor.insert %v into %t[%j] : tensor<?xi32>
    %c0 = arith.constant 0 : index
    %d = tensor.dim %e, %c0 : tensor<?xi32>
    %y = arith.index_cast %d : index to i32
    scf.yield %y : i32
  }
  return %r : i32
}

func.func @extract_slice(%n: index, %t: tensor<?xi32>, %j: index) -> i32 {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (i32) {
    %s = tensor.extract_slice %t[%j] [2] [1] : tensor<?xi32> to tensor<2xi32>
    %c0 = arith.constant 0 : index
    %q = tensor.extract %s[%c0] : tensor<2xi32>
    scf.yield %q : i32
  }
  return %r : i32
}

func.func @insert_slice(%n: index, %t: tensor<?xi32>, %s: tensor<2xi32>, %j: index) -> tensor<?xi32> {
  %c1 = arith.constant 1 : index
  %z = tensor.cast %s : tensor<2xi32> to tensor<?xi32>
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (tensor<?xi32>) {
    %q = tensor.insert_slice %s into %t[%j] [2] [1] : tensor<2xi32> into tensor<?xi32>
    scf.yield %q : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}

func.func @empty(%n: index, %m: index) -> index {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : index
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (index) {
    %e = tensor.empty(%m) : tensor<?xi32>
    %c0 = arith.constant 0 : index
    %q = tensor.dim %e, %c0 : tensor<?xi32>
    scf.yield %q : index
  }
  return %r : index
}

func.func @gather(%n: index, %t: tensor<4xi32>, %j: tensor<2x1xindex>) -> i32 {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (i32) {
    %g = tensor.gather %t[%j] gather_dims([0]) : (tensor<4xi32>, tensor<2x1xindex>) -> tensor<2x1xi32>
    %c0 = arith.constant 0 : index
    %q = tensor.extract %g[%c0, %c0] : tensor<2x1xi32>
    scf.yield %q : i32
  }
  return %r : i32
}

func.func @sums_of_different_sizes(%n: index, %a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %c1 = arith.constant 1 : index
  %z = tensor.cast %a : tensor<?xi32> to tensor<?xi32>
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (tensor<?xi32>) {
    %q = linalg.add ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
    scf.yield %q : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}

func.func @condition_of_affine_if(%n: index, %a: index, %b: index) -> index {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : index
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (index) {
    %q = affine.if affine_set<()[s0, s1] : (s0 mod s1 - 1 >= 0)>()[%a, %b] -> index {
      affine.yield %a : index
    } else {
      affine.yield %b : index
    }
    scf.yield %q : index
  }
  return %r : index
}

// What is known to be defined leaves the loop.
func.func @known(%n: index, %t: tensor<8xi32>, %a: i32, %k: index) -> i32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : i32
  %z = arith.constant 0 : i32
  %r = scf.for %i = %n to %n step %c1 iter_args(%x = %z) -> (i32) {
    %e = tensor.extract %t[%c3] : tensor<8xi32>
    %s = tensor.extract_slice %t[2] [4] [1] : tensor<8xi32> to tensor<4xi32>
    %f = tensor.extract %s[%c1] : tensor<4xi32>
    %q = llvm.sdiv %a, %c5 : i32
    %m = affine.apply affine_map<(d0) -> (d0 mod 8)>(%k)
    %y = arith.addi %e, %f : i32
    %w = arith.addi %y, %q : i32
    %v = arith.index_cast %m : index to i32
    %u = arith.addi %w, %v : i32
    scf.yield %u : i32
  }
  return %r : i32
}
func.func @known_by_the_bounds_of_a_loop(%n: index, %t: tensor<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %z) -> (i32) {
    %s = scf.for %j = %n to %n step %c1 iter_args(%y = %x) -> (i32) {
      %e = tensor.extract %t[%i] : tensor<8xi32>
      %f = arith.addi %y, %e : i32
      scf.yield %f : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}
