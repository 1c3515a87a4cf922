// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds),gpu.module(gpu.func(test-affine-reify-value-bounds)))' --allow-unregistered-dialect

// Places of units are less than the sizes of a launch, or than what a kernel or a device says of them.

func.func @launch(%n: index) {
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c4, %gz = %c4)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %n, %sz = %c4) {
    "test.compare"(%bx, %n) {cmp = "LT"} : (index, index) -> ()
    "test.compare"(%ty, %sy) {cmp = "LT"} : (index, index) -> ()
    %0 = "test.reify_bound"(%tx) {type = "UB", constant} : (index) -> index
    %1 = "test.reify_bound"(%gx) {type = "LB", constant} : (index) -> index
    %id = gpu.thread_id z
    %2 = "test.reify_bound"(%id) {type = "UB"} : (index) -> index
    "x"(%0, %1, %2) : (index, index, index) -> ()
    gpu.terminator
  }
  return
}

gpu.module @kernels {
  gpu.func @kernel(%n: index) kernel attributes {known_block_size = array<i32: 8, 4, 2>} {
    %lane = arith.constant 1 : i32
    %x = gpu.thread_id x
    %y = gpu.block_id x
    %z = gpu.block_dim z
    %l = gpu.lane_id upper_bound 32
    %g = gpu.global_id y
    %0 = "test.reify_bound"(%x) {type = "UB"} : (index) -> index
    %1 = "test.reify_bound"(%y) {type = "UB"} : (index) -> index
    %2 = "test.reify_bound"(%z) : (index) -> index
    %3 = "test.reify_bound"(%l) {type = "UB"} : (index) -> index
    %4 = "test.reify_bound"(%g) {type = "LB"} : (index) -> index
    "x"(%0, %1, %2, %3, %4) : (index, index, index, index, index) -> ()
    %same = gpu.subgroup_broadcast %n, specific_lane %lane : index
    "test.compare"(%same, %n) : (index, index) -> ()
    // What another lane has is not what this one has.
    %other = gpu.subgroup_broadcast %x, specific_lane %lane : index
    "test.compare"(%other, %x) : (index, index) -> ()
    gpu.return
  }
}
