// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{cost=false parallel}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-affine-schedule)'
// Loops that have to run backward. The first function is parallel outside if one of the two statements does; in the second
// one two loops are in a band if the inner one does. The third one would need a shift by a parameter: it stays forward.

func.func @mirrored(%a: memref<100xf64>, %b: memref<100xf64>) {
  affine.for %t = 0 to 20 {
    affine.for %i = 0 to 100 {
      %0 = affine.load %b[99 - %i] : memref<100xf64>
      affine.store %0, %a[%i] : memref<100xf64>
    }
    affine.for %j = 0 to 100 {
      %0 = affine.load %a[99 - %j] : memref<100xf64>
      affine.store %0, %b[%j] : memref<100xf64>
    }
  }
  return
}
func.func @later_elements(%n: index, %a: memref<?x?xf64>) {
  affine.for %i = 1 to 100 {
    affine.for %j = 0 to %n {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%j) to %n {
        %0 = affine.load %a[%i - 1, %k] : memref<?x?xf64>
        %1 = affine.load %a[%i, %j] : memref<?x?xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %a[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

func.func @unknown(%n: index, %a: memref<?xf64>, %b: memref<?xf64>) {
  affine.for %t = 0 to 20 {
    affine.for %i = 0 to %n {
      %0 = affine.load %b[-%i + symbol(%n) - 1] : memref<?xf64>
      affine.store %0, %a[%i] : memref<?xf64>
    }
    affine.for %j = 0 to %n {
      %0 = affine.load %a[-%j + symbol(%n) - 1] : memref<?xf64>
      affine.store %0, %b[%j] : memref<?xf64>
    }
  }
  return
}
