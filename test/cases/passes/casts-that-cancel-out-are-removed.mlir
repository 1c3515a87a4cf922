// RUN: rmlir-opt %s --reconcile-unrealized-casts

func.func @chain(%x: i64) -> (i64, index) {
  %0 = builtin.unrealized_conversion_cast %x : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to i64
  %3 = builtin.unrealized_conversion_cast %2 : i64 to f64
  return %2, %0 : i64, index
}

func.func @several(%x: i32, %y: f32) -> (i32, f32) {
  %0 = builtin.unrealized_conversion_cast %x, %y : i32, f32 to i64
  %1:2 = builtin.unrealized_conversion_cast %0 : i64 to i32, f32
  return %1#0, %1#1 : i32, f32
}
