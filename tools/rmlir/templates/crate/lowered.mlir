module {
  func.func @once(%arg0: i32) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    %0 = arith.subi %c0_i32, %arg0 : i32
    return %0 : i32
  }
  func.func @twice(%arg0: i64) -> i64 {
    return %arg0 : i64
  }
}

