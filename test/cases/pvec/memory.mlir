// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic
// Access to memory in every shape, under a mask or a predicate.

func.func @access(%b: memref<?xf32>, %i: index, %m: !pvec.mask<4>, %v: vector<4xf32>, %o: vector<4xindex>) {
  %u = pvec.load uniform %b[%i] if %m else %v : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  %c = pvec.load contiguous %b[%i] if %m else %u {alignment = 16 : i64} : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  %s = pvec.load strided %b[%i] if %m else %c {stride = 2 : i64} : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  %g = pvec.load gather %b[%i] [%o] if %m else %s : memref<?xf32>, !pvec.mask<4>, vector<4xf32>, vector<4xindex>
  %p = pvec.load packed %b[%i] if %m else %g : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  pvec.store contiguous %p, %b[%i] if %m : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  pvec.store gather %p, %b[%i] [%o] if %m : memref<?xf32>, !pvec.mask<4>, vector<4xf32>, vector<4xindex>
  return
}

func.func @guarded(%b: memref<?xi32>, %i: index, %p: !pvec.pred, %x: i32) {
  %y = pvec.load uniform %b[%i] if %p else %x : memref<?xi32>, !pvec.pred, i32
  pvec.store uniform %y, %b[%i] if %p : memref<?xi32>, !pvec.pred, i32
  return
}
