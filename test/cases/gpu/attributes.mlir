// RUN: rmlir-opt %s --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-print-op-generic

"a.b"() {a = #gpu.thread<x>,
          b = #gpu.block<linear_dim_3>,
          c = #gpu.warp<y>,
          d = #gpu.warpgroup<z>,
          e = #gpu.lane<linear_dim_0>,
          f = #gpu.mask<5>,
          g = #gpu.memory_space<global>,
          h = #gpu.address_space<private>,
          i = #gpu<dim x>,
          j = #gpu<all_reduce_op minui>,
          k = #gpu<shuffle_mode down>,
          l = #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0 + 1), bound = (d0) -> (d0)>} : () -> ()
