func.func @once(%a: i32) -> i32 {
  %0 = my_dialect.negate %a : i32
  return %0 : i32
}

func.func @twice(%a: i64) -> i64 {
  %0 = my_dialect.negate %a : i64
  %1 = my_dialect.negate %0 : i64
  return %1 : i64
}
