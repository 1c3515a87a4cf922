// RUN: rmlir-opt %s --convert-linalg-to-loops

func.func @f(%a: memref<4x4xcomplex<f32>>, %b: memref<4x4xcomplex<f32>>, %c: memref<4x4xcomplex<f32>>) {
  linalg.matmul ins(%a, %b : memref<4x4xcomplex<f32>>, memref<4x4xcomplex<f32>>) outs(%c : memref<4x4xcomplex<f32>>)
  linalg.div ins(%a, %b : memref<4x4xcomplex<f32>>, memref<4x4xcomplex<f32>>) outs(%c : memref<4x4xcomplex<f32>>)
  return
}
