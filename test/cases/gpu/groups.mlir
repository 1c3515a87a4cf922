// RUN: rmlir-opt %s --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-print-op-generic

func.func @f(%f: f32, %i: i32, %v: vector<4xf32>) {
  gpu.barrier
  gpu.printf "hi %d", %i : i32
  gpu.printf "hi"
  %sh, %ok = gpu.shuffle xor %f, %i, %i : f32
  %ro, %ok2 = gpu.rotate %f, 3, 16 : f32
  %r = gpu.all_reduce add %f {} : (f32) -> (f32)
  %r2 = gpu.all_reduce %f uniform {
  ^bb0(%p: f32, %q: f32):
    %pq = arith.addf %p, %q : f32
    gpu.yield %pq : f32
  } : (f32) -> (f32)
  %r3 = gpu.subgroup_reduce add %f uniform cluster(size = 4, stride = 2) : (f32) -> f32
  %r4 = gpu.subgroup_reduce maximumf %v : (vector<4xf32>) -> vector<4xf32>
  %bc = gpu.subgroup_broadcast %f, first_active_lane : f32
  %bc2 = gpu.subgroup_broadcast %f, specific_lane %i : f32
  return
}
