// RUN: rmlir-opt %s --affine-loop-fusion --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=4}))' --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=-1}))' --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-data-copy-generate{fast-mem-space=0 skip-non-unit-stride-loops}))' --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --affine-scalrep --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --affine-loop-coalescing --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --affine-loop-invariant-code-motion --remarks-filter-passed=affine -o /dev/null

func.func @produced(%v: f32, %out: memref<8xf32>) {
  %m = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %v, %m[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i] : memref<8xf32>
    affine.store %0, %out[%i] : memref<8xf32>
  }
  return
}

func.func @reversed(%v: f32, %m: memref<8xf32>, %out: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %out[%i] : memref<8xf32>
    affine.store %0, %m[7 - %i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i] : memref<8xf32>
    affine.store %0, %out[%i] : memref<8xf32>
  }
  return
}

func.func @siblings(%m: memref<8xf32>, %a: memref<8xf32>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i] : memref<8xf32>
    affine.store %0, %a[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i] : memref<8xf32>
    affine.store %0, %b[%i] : memref<8xf32>
  }
  return
}

func.func @counts(%n: index, %m: memref<?xf32>, %v: f32) {
  affine.for %i = 0 to %n {
    affine.store %v, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to 3 {
    affine.store %v, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 9)>(%n) {
    affine.store %v, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to 8 {
  }
  return
}

func.func @repeated(%m: memref<8xf32>, %v: f32, %i: index) -> (f32, f32, f32) {
  affine.store %v, %m[symbol(%i)] : memref<8xf32>
  %0 = affine.load %m[symbol(%i)] : memref<8xf32>
  %1 = affine.load %m[0] : memref<8xf32>
  %2 = affine.load %m[0] : memref<8xf32>
  affine.store %v, %m[1] : memref<8xf32>
  affine.store %0, %m[1] : memref<8xf32>
  return %0, %1, %2 : f32, f32, f32
}

func.func @perfect(%m: memref<8x8xf32>, %w: memref<1xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.load %w[0] : memref<1xf32>
      affine.store %v, %m[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

func.func @freed(%v: f32) {
  %m = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %v, %m[%i] : memref<8xf32>
    %c = memref.cast %m : memref<8xf32> to memref<?xf32>
    %c0 = arith.constant 0 : index
    memref.store %v, %c[%c0] : memref<?xf32>
  }
  memref.dealloc %m : memref<8xf32>
  return
}
