// RUN: rmlir-opt %s --split-input-file

// What a launch names has to be a kernel that takes the operands.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f(%a: f32) {
      gpu.return
    }
  }
  func.func @g(%n: index, %a: f32) {
    gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : f32)
    return
  }
}

// -----

func.func @f(%a: i32) {
  %0 = gpu.all_reduce minimumf %a {} : (i32) -> i32
  return
}

// -----

func.func @f(%a: f32) {
  %0 = gpu.all_reduce %a {
  ^bb0(%x: f32):
    gpu.yield %x : f32
  } : (f32) -> f32
  return
}

// -----

func.func @f(%a: f32) {
  %0 = gpu.subgroup_reduce add %a cluster(size = 3) : (f32) -> f32
  return
}

// -----

func.func @f(%a: f32) {
  %0, %1 = gpu.rotate %a, 16, 16 : f32
  return
}

// -----

func.func @f(%a: memref<3xf32>, %b: memref<4xf32>) {
  gpu.memcpy %a, %b : memref<3xf32>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<3xf32>, %b: i32) {
  gpu.memset %a, %b : memref<3xf32>, i32
  return
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32) -> f32 kernel {
    gpu.return %a : f32
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32) -> f32 {
    gpu.return
  }
}

// -----

func.func @masked_twice(%n: index) {
  scf.forall (%i) in (%n) {
  } {mapping = [#gpu.mask<3>, #gpu.warp<linear_dim_0>, #gpu.mask<4>]}
  return
}

// -----

func.func @not_mapped(%n: index) {
  scf.forall (%i) in (%n) {
  } {mapping = [#gpu.mask<3>]}
  return
}
