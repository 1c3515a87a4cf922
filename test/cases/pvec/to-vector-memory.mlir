// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(convert-pvec-to-vector))'

// Each shape has an access of its own.

func.func @loads(%m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %w: vector<4xf32>, %o: vector<4xi32>)
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %on = pvec.cmpp un %mask : !pvec.mask<4>
  %a = pvec.load uniform %m[%i] if %on else %w : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  %b = pvec.load contiguous %m[%i] if %on else %w {alignment = 16 : i64} : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  %c = pvec.load strided %m[%i] if %on else %w {stride = 3 : i64} : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  %d = pvec.load gather %m[%i] [%o] if %on else %w : memref<?xf32>, !pvec.mask<4>, vector<4xf32>, vector<4xi32>
  %e = pvec.load packed %m[%i] if %on else %w : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  return %a, %b, %c, %d, %e : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

func.func @stores(%m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>, %o: vector<4xi32>) {
  %on = pvec.cmpp un %mask : !pvec.mask<4>
  pvec.store uniform %v, %m[%i] if %on : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  pvec.store contiguous %v, %m[%i] if %on : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  pvec.store strided %v, %m[%i] if %on {stride = 3 : i64} : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  pvec.store gather %v, %m[%i] [%o] if %on : memref<?xf32>, !pvec.mask<4>, vector<4xf32>, vector<4xi32>
  pvec.store packed %v, %m[%i] if %on : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  return
}

// Lanes far from each other, and those that go backward, are gathered.

func.func @far(%m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %w: vector<4xf32>) -> vector<4xf32> {
  %on = pvec.cmpp un %mask : !pvec.mask<4>
  %a = pvec.load strided %m[%i] if %on else %w {stride = 9 : i64} : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  %b = pvec.load strided %m[%i] if %on else %a {stride = -1 : i64} : memref<?xf32>, !pvec.mask<4>, vector<4xf32>
  return %b : vector<4xf32>
}

// Lanes that are apart in memory are gathered.

func.func @columns(%m: memref<8x8xf32, strided<[1, 8]>>, %i: index, %mask: vector<4xi1>, %w: vector<4xf32>) -> vector<4xf32> {
  %on = pvec.cmpp un %mask : !pvec.mask<4>
  %v = pvec.load contiguous %m[%i, %i] if %on else %w : memref<8x8xf32, strided<[1, 8]>>, !pvec.mask<4>, vector<4xf32>
  return %v : vector<4xf32>
}

// One element under a predicate.

func.func @one(%m: memref<?xf32>, %i: index, %c: i1, %x: f32) -> f32 {
  %p = pvec.cmpp un %c : !pvec.pred
  %y = pvec.load uniform %m[%i] if %p else %x : memref<?xf32>, !pvec.pred, f32
  pvec.store uniform %x, %m[%i] if %p : memref<?xf32>, !pvec.pred, f32
  return %y : f32
}
