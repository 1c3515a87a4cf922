// RUN: rmlir-opt %s --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-print-op-generic

%x = gpu.thread_id x
%x1 = gpu.thread_id y upper_bound 64
%y = gpu.block_id y
%z = gpu.block_dim z
%g = gpu.grid_dim x
%gg = gpu.global_id x
%c = gpu.cluster_dim x
%cb = gpu.cluster_dim_blocks y
%ci = gpu.cluster_id x
%cbi = gpu.cluster_block_id x
%l = gpu.lane_id
%s = gpu.subgroup_id : index
%ns = gpu.num_subgroups : index
%ss = gpu.subgroup_size upper_bound 32 : index
