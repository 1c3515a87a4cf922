// RUN: rmlir-opt %s --print-affine-schedule
// What is not taken apart: accesses to several elements, and memrefs that may be parts of one another.

func.func @vectors(%a: memref<64x64xf64>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 56 {
      %0 = affine.vector_load %a[%i, %j + 8] : memref<64x64xf64>, vector<8xf64>
      affine.vector_store %0, %a[%i, %j] : memref<64x64xf64>, vector<8xf64>
    }
  }
  return
}

func.func @prefetch(%a: memref<64xf64>, %x: f64) {
  affine.for %i = 0 to 60 {
    affine.prefetch %a[%i + 4], write, locality<3>, data : memref<64xf64>
    affine.store %x, %a[%i] : memref<64xf64>
  }
  return
}

func.func @cast(%a: memref<64xf64>) {
  %b = memref.cast %a : memref<64xf64> to memref<?xf64>
  affine.for %i = 0 to 63 {
    %0 = affine.load %a[%i + 1] : memref<64xf64>
    affine.store %0, %b[%i] : memref<?xf64>
  }
  return
}

// The subscripts are different, the elements are the same.
func.func @layout(%a: memref<64x64xf64, strided<[1, 1]>>, %x: f64) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %x, %a[%i, %j] : memref<64x64xf64, strided<[1, 1]>>
    }
  }
  return
}

func.func @step(%n: index, %a: memref<64xf64>, %x: f64) {
  affine.for %i = affine_map<()[s0] -> (s0)>()[%n] to 64 step 2 {
    affine.store %x, %a[%i] : memref<64xf64>
  }
  return
}

// A single view is as good as what it is a view of.
func.func @one_cast(%a: memref<64xf64>, %x: f64) {
  %b = memref.cast %a : memref<64xf64> to memref<?xf64>
  affine.for %i = 0 to 64 {
    affine.store %x, %b[%i] : memref<?xf64>
  }
  return
}
