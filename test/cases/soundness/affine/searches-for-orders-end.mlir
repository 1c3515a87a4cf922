// RUN: rmlir-opt %s --split-input-file --affine-pluto='max-steps=0' --remarks-filter-missed=pluto -o /dev/null
// RUN: rmlir-opt %s --split-input-file --affine-pluto='max-steps=14000' --remarks-filter-missed=pluto -o /dev/null
// RUN: rmlir-opt %s --split-input-file --affine-pluto='max-steps=60000 cost=false tile' --remarks-filter-missed=pluto -o /dev/null
// RUN: rmlir-opt %s --split-input-file --affine-pluto='max-steps=200000 cost=false tile' --remarks-filter-missed=pluto -o /dev/null
// RUN: rmlir-opt %s --split-input-file --affine-pluto='cost=false' --remarks-filter-missed=pluto --verify-semantics -o /dev/null

// Each search for dependences, hyperplanes and code ends at a limit; the remark says which one, and what raises it.
func.func @stencil(%a: memref<10x10xf32>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 9 {
      affine.for %j = 1 to 9 {
        %0 = affine.load %a[%i - 1, %j] : memref<10x10xf32>
        %1 = affine.load %a[%i, %j - 1] : memref<10x10xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %a[%i, %j] : memref<10x10xf32>
      }
    }
  }
  return
}

// -----

func.func @product(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<8x8xf32>
        %1 = affine.load %b[%k, %j] : memref<8x8xf32>
        %2 = affine.load %c[%i, %j] : memref<8x8xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}

// -----

func.func @transposed(%x: memref<9xf32>, %m: memref<9x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %x[%j] : memref<9xf32>
      affine.store %0, %m[%j, %i] : memref<9x8xf32>
    }
  }
  return
}

// -----

func.func @two_nests(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[%i] : memref<16xf32>
  }
  affine.for %i = 1 to 16 {
    %0 = affine.load %b[%i - 1] : memref<16xf32>
    affine.store %0, %a[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @triangle(%a: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<8x8xf32>
      affine.store %0, %a[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
