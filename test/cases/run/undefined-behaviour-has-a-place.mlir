// RUN: rmlir-run %s --entry main --args 4

func.func @read(%m: memref<4xi32>, %i: index) -> i32 {
  %0 = memref.load %m[%i] : memref<4xi32>
  return %0 : i32
}

func.func @main(%i: index) -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %0 = func.call @read(%m, %i) : (memref<4xi32>, index) -> i32
  memref.dealloc %m : memref<4xi32>
  return %0 : i32
}
