// RUN: rmlir-opt %s --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-print-op-generic

func.func @f(%n: index, %f: f32, %mu: memref<*xf32>, %i: i32) {
  %t0 = gpu.wait async
  %t1 = gpu.wait async [%t0]
  gpu.wait [%t0, %t1]
  gpu.wait
  %a, %t2 = gpu.alloc async [%t1] (%n) : memref<?xf32>
  %a1 = gpu.alloc host_shared () : memref<4xf32>
  %a2 = gpu.alloc [%t0] (%n) : memref<?xf32>
  %t3 = gpu.memcpy async [%t2] %a, %a2 : memref<?xf32>, memref<?xf32>
  gpu.memcpy %a, %a2 : memref<?xf32>, memref<?xf32> {foo.a}
  gpu.memset %a, %f : memref<?xf32>, f32
  %t4 = gpu.dealloc async [%t3] %a : memref<?xf32>
  gpu.dealloc %a2 : memref<?xf32>
  gpu.host_register %mu : memref<*xf32>
  gpu.host_unregister %mu : memref<*xf32>
  gpu.set_default_device %i
  %dm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  return
}
