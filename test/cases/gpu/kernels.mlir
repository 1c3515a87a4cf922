// RUN: rmlir-opt %s --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-print-op-generic

module attributes {gpu.container_module} {
gpu.module @k attributes {a.b = 1} {
  gpu.func @kernel(%a: f32, %b: memref<?xf32>) workgroup(%w: memref<4xf32, 3>) private(%pr: memref<1xf32, 5>) kernel attributes {known_block_size = array<i32: 1, 2, 3>} {
    gpu.return
  }
  gpu.func @dev(%a: f32 {foo.x}) -> (f32, i32) {
    %c = arith.constant 1 : i32
    gpu.return %a, %c : f32, i32
  }
}
func.func @l(%n: index, %m: memref<?xf32>, %f: f32, %sz: i32) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %szz = %n) {
    "a.use"(%bx, %gx, %tx, %sx) : (index, index, index, index) -> ()
    gpu.terminator
  }
  %t = gpu.wait async
  %t1 = gpu.launch async [%t] clusters(%cx, %cy, %cz) in (%ax = %n, %ay = %n, %az = %n) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %szz = %n) dynamic_shared_memory_size %sz workgroup(%w: memref<4xf32, 3>) private(%p: memref<2xf32, 5>) {
    gpu.terminator
  } {foo.b}
  gpu.launch_func @k::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%f : f32, %m : memref<?xf32>)
  %t2 = gpu.launch_func async [%t1] @k::@kernel clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %sz args(%f : f32, %m : memref<?xf32>)
  gpu.launch_func @k::@kernel blocks in (%sz, %sz, %sz) threads in (%sz, %sz, %sz) : i32 args(%f : f32, %m : memref<?xf32>)
  return
}
}
