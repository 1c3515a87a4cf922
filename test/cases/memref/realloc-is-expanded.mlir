// RUN: rmlir-opt %s --expand-realloc
// RUN: rmlir-opt %s --expand-realloc=emit-deallocs=false

func.func @to_dynamic(%a: memref<8xf32>, %n: index) -> memref<?xf32> {
  %b = memref.realloc %a(%n) : memref<8xf32> to memref<?xf32>
  return %b : memref<?xf32>
}

func.func @to_static(%a: memref<?xf32>) -> memref<16xf32> {
  %b = memref.realloc %a {alignment = 16} : memref<?xf32> to memref<16xf32>
  return %b : memref<16xf32>
}
