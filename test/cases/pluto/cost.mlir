// RUN: rmlir-opt %s --remarks-filter-missed=pluto --pass-pipeline='builtin.module(func.func(affine-pluto{tile unroll-jam=1}))'
// RUN: rmlir-opt %s --remarks-filter-missed=pluto --pass-pipeline='builtin.module(func.func(affine-pluto{tile unroll-jam=1 parallel}))'
// RUN: rmlir-opt %s --remarks-filter-missed=pluto --pass-pipeline='builtin.module(func.func(affine-pluto{tile unroll-jam=1 parallel threads=64}))'
// What costs least is done: tiles, other loops, or nothing.

// A large product of matrices is tiled, with long rows innermost.
func.func @product(%a: memref<1000x1000xf64>, %b: memref<1000x1000xf64>, %c: memref<1000x1000xf64>) {
  affine.for %i = 0 to 1000 {
    affine.for %j = 0 to 1000 {
      affine.for %k = 0 to 1000 {
        %0 = affine.load %a[%i, %k] : memref<1000x1000xf64>
        %1 = affine.load %b[%k, %j] : memref<1000x1000xf64>
        %2 = affine.load %c[%i, %j] : memref<1000x1000xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<1000x1000xf64>
      }
    }
  }
  return
}

// A small one only gets its loops exchanged.
func.func @small(%a: memref<20x20xf64>, %b: memref<20x20xf64>, %c: memref<20x20xf64>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 20 {
      affine.for %k = 0 to 20 {
        %0 = affine.load %a[%i, %k] : memref<20x20xf64>
        %1 = affine.load %b[%k, %j] : memref<20x20xf64>
        %2 = affine.load %c[%i, %j] : memref<20x20xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<20x20xf64>
      }
    }
  }
  return
}

// Nothing is used twice: it is left alone.
func.func @copy(%a: memref<1000x1000xf64>, %b: memref<1000x1000xf64>) {
  affine.for %i = 0 to 1000 {
    affine.for %j = 0 to 1000 {
      %0 = affine.load %a[%i, %j] : memref<1000x1000xf64>
      affine.store %0, %b[%i, %j] : memref<1000x1000xf64>
    }
  }
  return
}

// Threads would have to wait for each other too often in a short row; in long ones they do not.
func.func @short_rows(%a: memref<2000x200xf64>) {
  affine.for %i = 1 to 2000 {
    affine.for %j = 0 to 200 {
      %0 = affine.load %a[%i - 1, -%j + 199] : memref<2000x200xf64>
      affine.store %0, %a[%i, %j] : memref<2000x200xf64>
    }
  }
  return
}

func.func @long_rows(%a: memref<20x2000000xf64>) {
  affine.for %i = 1 to 20 {
    affine.for %j = 0 to 2000000 {
      %0 = affine.load %a[%i - 1, -%j + 1999999] : memref<20x2000000xf64>
      affine.store %0, %a[%i, %j] : memref<20x2000000xf64>
    }
  }
  return
}

// What runs once, in no loop.
func.func @no_loop_around(%x: i32, %a: memref<i32>, %b: memref<i32>) {
  affine.store %x, %a[] : memref<i32>
  %0 = affine.load %a[] : memref<i32>
  affine.store %0, %b[] : memref<i32>
  return
}

// Sums over columns go along rows; threads share strips of the columns, and their rows.
func.func @columns(%a: memref<2000x2000xf64>, %x: memref<2000xf64>, %y: memref<2000xf64>) {
  affine.for %i = 0 to 2000 {
    affine.for %j = 0 to 2000 {
      %0 = affine.load %a[%j, %i] : memref<2000x2000xf64>
      %1 = affine.load %x[%j] : memref<2000xf64>
      %2 = affine.load %y[%i] : memref<2000xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<2000xf64>
    }
  }
  return
}
