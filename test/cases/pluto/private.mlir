// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{parallel cost=false}))'

// Each row is summed up in the same memory, which is an argument: the last row's stays there.
func.func @rows(%a: memref<8x9xf64>, %sums: memref<9xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 9 {
      affine.store %zero, %sums[%j] : memref<9xf64>
      affine.for %k = 0 to 9 {
        %0 = affine.load %a[%i, %k] : memref<8x9xf64>
        %1 = affine.load %sums[%j] : memref<9xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %sums[%j] : memref<9xf64>
      }
    }
    affine.for %j = 0 to 9 {
      %0 = affine.load %sums[%j] : memref<9xf64>
      affine.store %0, %a[%i, %j] : memref<8x9xf64>
    }
  }
  return
}

// What is made here, nobody reads later: nothing is stored to it.
func.func @local(%a: memref<8x9xf64>) {
  %row = memref.alloca() : memref<9xf64>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i, %j] : memref<8x9xf64>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %row[%j] : memref<9xf64>
    }
    affine.for %j = 0 to 9 {
      %0 = affine.load %row[-%j + 8] : memref<9xf64>
      affine.store %0, %a[%i, %j] : memref<8x9xf64>
    }
  }
  return
}

// The last turns begin later and later: each element's last value comes from another row.
func.func @triangle(%a: memref<9x9xf64>, %row: memref<9xf64>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (-d0 + 9)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<9x9xf64>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %row[%j] : memref<9xf64>
    }
    affine.for %j = 0 to affine_map<(d0) -> (-d0 + 9)>(%i) {
      %0 = affine.load %row[-%j - %i + 8] : memref<9xf64>
      affine.store %0, %a[%i, %j] : memref<9x9xf64>
    }
  }
  return
}

// What the turn before has left is read: it stays one memory.
func.func @handed_on(%a: memref<8x9xf64>, %row: memref<9xf64>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %row[-%j + 8] : memref<9xf64>
      affine.store %0, %a[%i, %j] : memref<8x9xf64>
    }
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i, %j] : memref<8x9xf64>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %row[%j] : memref<9xf64>
    }
  }
  return
}

// For each row and turn an element of its own would be more memory than there is: each turn waits.
func.func @too_large(%a: memref<9xf64>, %row: memref<9xf64>) {
  affine.for %i = 0 to 80 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%j] : memref<9xf64>
      affine.store %0, %row[%j] : memref<9xf64>
    }
    affine.for %j = 0 to 9 {
      %0 = affine.load %row[-%j + 8] : memref<9xf64>
      affine.store %0, %a[%j] : memref<9xf64>
    }
  }
  return
}

// A turn of the inner loop needs what the one before has computed: the old value of each row has memory of its own, but not
// that of each element.
func.func @filter(%x: memref<100x100xf64>, %y: memref<100x100xf64>) {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %last = memref.alloc() : memref<f64>
  %old = memref.alloc() : memref<f64>
  affine.for %i = 0 to 100 {
    affine.store %zero, %last[] : memref<f64>
    affine.for %j = 0 to 100 {
      %0 = affine.load %last[] : memref<f64>
      %1 = arith.mulf %0, %half : f64
      affine.store %1, %old[] : memref<f64>
      %2 = affine.load %x[%i, %j] : memref<100x100xf64>
      %3 = arith.addf %1, %2 : f64
      affine.store %3, %last[] : memref<f64>
      %4 = affine.load %old[] : memref<f64>
      affine.store %4, %y[%i, %j] : memref<100x100xf64>
    }
  }
  memref.dealloc %last : memref<f64>
  memref.dealloc %old : memref<f64>
  return
}
