// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

// Arrays, with and without the bytes between elements, and pointers into every kind of memory.
func.func private @arrays(!spirv.array<16xf32>, !spirv.array<4 x !spirv.array<4 x f32, stride=4>, stride = 128>)
func.func private @wrapped_stride(!spirv.array<2 x i8, stride = -1>)
func.func private @runtime_arrays(!spirv.rtarray<vector<4xf32>>, !spirv.rtarray<ui8, stride=4>)
func.func private @pointers(!spirv.ptr<i1, Uniform>, !spirv.ptr<!spirv.ptr<f32, Generic>, Function>)
func.func private @vendors(!spirv.ptr<f32, RayPayloadKHR>, !spirv.ptr<f32, TaskPayloadWorkgroupEXT>, !spirv.ptr<f32, HostOnlyINTEL>)

// A storage class is a memory space.
func.func private @memrefs(memref<256x8xi8, #spirv.storage_class<StorageBuffer>>, memref<*xf32, #spirv.storage_class<Workgroup>>)

func.func private @attributes() attributes {
  a.a = #spirv.storage_class<PhysicalStorageBuffer>,
  a.b = #spirv.decoration<NonWritable>,
  a.c = #spirv.function_control<None>,
  a.d = #spirv.function_control<Inline|Pure>,
  a.e = #spirv.function_control<"Inline | OptNoneINTEL">,
  a.f = #spirv.linkage_type<LinkOnceODR>,
  a.g = #spirv.linkage_attributes<linkage_name = "there", linkage_type = <Import>>
}
