// RUN: rmlir-opt %s

// `0xc` is a number elsewhere.
func.func private @f(tensor<0xcomplex<i64>>, tensor<0xbf16>, tensor<0x0xcomplex<f32>>, memref<?x0xcomplex<f32>>)
