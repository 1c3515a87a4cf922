// RUN: rmlir-opt %s --slice-analysis-test

// What the second product depends on is copied, the first one and the sum are not needed for it.
func.func @f(%n: index, %x: f32) {
  %a = memref.alloc(%n, %n) : memref<?x?xf32>
  %b = memref.alloc(%n, %n) : memref<?x?xf32>
  %sum = arith.addf %x, %x : f32
  linalg.matmul ins(%a, %a : memref<?x?xf32>, memref<?x?xf32>) outs(%a : memref<?x?xf32>)
  linalg.matmul ins(%b, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%b : memref<?x?xf32>)
  return
}
