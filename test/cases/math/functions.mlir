// Functions of scalars and vectors, with and without flags; flags that say nothing are not written.
// RUN: rmlir-opt %s

func.func @float(%a: f32, %v: vector<4xf64>, %n: i32) {
  %0 = math.sin %a fastmath<none> : f32
  %1 = math.sqrt %v fastmath<nnan,contract> : vector<4xf64>
  %2 = math.atan2 %a, %0 : f32
  %3 = math.fma %a, %0, %2 fastmath<fast> : f32
  %4 = math.clampf %a to [%0, %2] : f32
  %5 = math.fpowi %a, %n : f32, i32
  %6, %7 = math.sincos %a : f32
  %8 = math.isnan %v {fastmath = #arith.fastmath<ninf>} : vector<4xf64>
  return
}

func.func @integer(%i: i64, %t: tensor<?xi8>) {
  %0 = math.absi %i : i64
  %1 = math.ctpop %t : tensor<?xi8>
  %2 = math.ipowi %i, %0 : i64
  return
}
