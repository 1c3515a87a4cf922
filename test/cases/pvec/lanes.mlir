// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic
// What is computed from the numbers of lanes, and from masks.

func.func @lanes(%m: !pvec.mask<8>, %v: vector<8xf32>, %x: f32, %base: i32, %stride: i32, %lane: index)
    -> (vector<8xf32>, vector<8xi32>, f32) {
  %ids = pvec.lane_id : vector<8xindex>
  %same = pvec.broadcast %x : vector<8xf32>
  %steps = pvec.linear %base, %stride : vector<8xi32>
  %one = pvec.extract %v[%lane] : vector<8xf32>
  %w = pvec.insert %one, %same[%lane] : vector<8xf32>
  %front = pvec.compress %w if %m : !pvec.mask<8>, vector<8xf32>
  %back = pvec.expand %front if %m : !pvec.mask<8>, vector<8xf32>
  %turned = pvec.permute %back[%ids] : vector<8xf32>, vector<8xindex>
  %order, %n = pvec.partition %m : !pvec.mask<8>, vector<8xindex>
  %sum = pvec.reduce add %v, %x if %m : !pvec.mask<8>, vector<8xf32>
  %max = pvec.reduce max %v, %sum if %m ordered : !pvec.mask<8>, vector<8xf32>
  return %turned, %steps, %max : vector<8xf32>, vector<8xi32>, f32
}

func.func @votes(%m: !pvec.mask<8>) -> (i1, i1, i1, i8, index, index) {
  %any = pvec.any %m : !pvec.mask<8>
  %all = pvec.all %m : !pvec.mask<8>
  %none = pvec.none %m : !pvec.mask<8>
  %bits = pvec.ballot %m : !pvec.mask<8>
  %first = pvec.first_active %m : !pvec.mask<8>
  %n = pvec.active_count %m : !pvec.mask<8>
  return %any, %all, %none, %bits, %first, %n : i1, i1, i1, i8, index, index
}
