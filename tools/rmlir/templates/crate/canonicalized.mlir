module {
  func.func @once(%arg0: i32) -> i32 {
    %0 = my_dialect.negate %arg0 : i32
    return %0 : i32
  }
  func.func @twice(%arg0: i64) -> i64 {
    return %arg0 : i64
  }
}

