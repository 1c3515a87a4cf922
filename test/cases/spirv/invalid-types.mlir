// RUN: rmlir-opt %s --split-input-file

func.func private @no_count(!spirv.array<f32>)

// -----

func.func private @two_counts(!spirv.array<4x3xf32>)

// -----

func.func private @no_elements(!spirv.array<0xf32>)

// -----

func.func private @zero_stride(!spirv.array<4xi32, stride=0>)

// -----

func.func private @stride_too_large(!spirv.rtarray<i32, stride=4294967296>)

// -----

func.func private @foreign_element(!spirv.array<4xindex>)

// -----

func.func private @odd_integer(!spirv.ptr<i2, Uniform>)

// -----

func.func private @long_vector(!spirv.ptr<vector<8xf32>, Uniform>)

// -----

func.func private @matrix(!spirv.rtarray<vector<4x3xf32>>)

// -----

func.func private @no_class(!spirv.ptr<f32>)

// -----

func.func private @unknown_class(!spirv.ptr<f32, Attic>)

// -----

func.func private @unknown_memory_space(memref<4xf32, #spirv.storage_class<Attic>>)

// -----

// Sets are joined by bars.
func.func private @comma() attributes {a.b = #spirv.function_control<Inline,Pure>}
