// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(convert-pvec-to-vector))'

// Questions about masks are reductions, moves of lanes go one by one.

func.func @votes(%bits: vector<4xi1>) -> (i1, i1, i1, index, index, i4) {
  %m = pvec.cmpp un %bits : !pvec.mask<4>
  %any = pvec.any %m : !pvec.mask<4>
  %all = pvec.all %m : !pvec.mask<4>
  %none = pvec.none %m : !pvec.mask<4>
  %first = pvec.first_active %m : !pvec.mask<4>
  %count = pvec.active_count %m : !pvec.mask<4>
  %ballot = pvec.ballot %m : !pvec.mask<4>
  return %any, %all, %none, %first, %count, %ballot : i1, i1, i1, index, index, i4
}

func.func @numbers(%x: i32, %k: i32) -> (vector<4xindex>, vector<4xi32>, vector<4xi32>) {
  %lanes = pvec.lane_id : vector<4xindex>
  %same = pvec.broadcast %x : vector<4xi32>
  %linear = pvec.linear %x, %k : vector<4xi32>
  return %lanes, %same, %linear : vector<4xindex>, vector<4xi32>, vector<4xi32>
}

func.func @moves(%bits: vector<2xi1>, %v: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, index) {
  %m = pvec.cmpp un %bits : !pvec.mask<2>
  %packed = pvec.compress %v if %m : !pvec.mask<2>, vector<2xf32>
  %spread = pvec.expand %v if %m : !pvec.mask<2>, vector<2xf32>
  %order, %n = pvec.partition %m : !pvec.mask<2>, vector<2xi32>
  %sorted = pvec.permute %v[%order] : vector<2xf32>, vector<2xi32>
  return %packed, %spread, %sorted, %n : vector<2xf32>, vector<2xf32>, vector<2xf32>, index
}

// Lanes that are off change nothing.

func.func @reductions(%bits: vector<4xi1>, %v: vector<4xf32>, %w: vector<4xi32>, %x: f32, %y: i32) -> (f32, f32, i32, i32) {
  %m = pvec.cmpp un %bits : !pvec.mask<4>
  %a = pvec.reduce add %v, %x if %m ordered : !pvec.mask<4>, vector<4xf32>
  %b = pvec.reduce max %v, %x if %m : !pvec.mask<4>, vector<4xf32>
  %c = pvec.reduce min %w, %y if %m : !pvec.mask<4>, vector<4xi32>
  %d = pvec.reduce and %w, %y if %m : !pvec.mask<4>, vector<4xi32>
  return %a, %b, %c, %d : f32, f32, i32, i32
}
