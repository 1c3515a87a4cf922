// An operation's own check may look inside, also if what is there is wrong.
// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

func.func @segments(%t: tensor<1xf32>, %all: tensor<8xf32>) {
  %0 = "scf.forall"(%all) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: index, %part: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
      // expected-error@+1 {{operand count (3) does not match with the total size (33)}}
      "tensor.parallel_insert_slice"(%t, %part, %i) <{operandSegmentSizes = array<i32: 31, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xf32>, tensor<8xf32>, index) -> ()
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @regions() {
  // expected-error@+1 {{requires zero regions}}
  "gpu.subgroup_id"() ({
    "gpu.all_reduce"() : () -> ()
  }) : () -> ()
  return
}
