// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(canonicalize))'

// Predicates that are known make operations simpler.

func.func @logic(%p: !pvec.pred) -> (!pvec.pred, !pvec.pred, !pvec.pred, !pvec.pred, !pvec.pred, !pvec.pred) {
  %t = pvec.ptrue : !pvec.pred
  %f = pvec.pclear : !pvec.pred
  %a = pvec.pand %t, %p : !pvec.pred
  %b = pvec.pand %p, %f : !pvec.pred
  %c = pvec.por %f, %p : !pvec.pred
  %d = pvec.pandn %p, %f : !pvec.pred
  %n = pvec.pnot %p : !pvec.pred
  %e = pvec.pnot %n : !pvec.pred
  %g = pvec.pnot %t : !pvec.pred
  return %a, %b, %c, %d, %e, %g : !pvec.pred, !pvec.pred, !pvec.pred, !pvec.pred, !pvec.pred, !pvec.pred
}

func.func @guards(%x: i32, %m: memref<i32>, %c: i1) -> (i32, i32, !pvec.pred) {
  %t = pvec.ptrue : !pvec.pred
  %f = pvec.pclear : !pvec.pred
  pvec.guard %f {
    memref.store %x, %m[] : memref<i32>
  }
  %a = pvec.guard %t else %x : i32 {
    %v = memref.load %m[] : memref<i32>
    pvec.yield %v : i32
  }
  %b = pvec.guard %f else %x : i32 {
    %v = memref.load %m[] : memref<i32>
    pvec.yield %v : i32
  }
  %q = pvec.cmpp un %c if %t : !pvec.pred
  return %a, %b, %q : i32, i32, !pvec.pred
}

func.func @lanes(%v: vector<4xi32>, %w: vector<4xi32>, %x: i32, %i: index, %m: memref<?xi32>)
    -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i1, i1, i1, i32, vector<4xi32>) {
  %t = pvec.ptrue : !pvec.mask<4>
  %f = pvec.pclear : !pvec.mask<4>
  %a = pvec.select %t, %v, %w : !pvec.mask<4>, vector<4xi32>
  %b = pvec.blend %v if %f, %w if %t : !pvec.mask<4>, vector<4xi32>
  %c = pvec.load contiguous %m[%i] if %f else %v : memref<?xi32>, !pvec.mask<4>, vector<4xi32>
  pvec.store contiguous %v, %m[%i] if %f : memref<?xi32>, !pvec.mask<4>, vector<4xi32>
  %d = pvec.reduce add %v, %x if %f : !pvec.mask<4>, vector<4xi32>
  %any = pvec.any %f : !pvec.mask<4>
  %all = pvec.all %t : !pvec.mask<4>
  %none = pvec.none %f : !pvec.mask<4>
  %s = pvec.broadcast %x : vector<4xi32>
  %e = pvec.extract %s[%i] : vector<4xi32>
  %lanes = pvec.lane_id : vector<4xindex>
  %p = pvec.permute %v[%lanes] : vector<4xi32>, vector<4xindex>
  return %a, %b, %c, %d, %any, %all, %none, %e, %p : vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i1, i1, i1, i32, vector<4xi32>
}
