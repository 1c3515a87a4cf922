module {
  func.func @f(%arg0: i64, %arg1: !toy.box<f32>) -> (i64, !toy.box<f32>) {
    %c3_i64 = arith.constant 3 : i64
    %0 = arith.muli %arg0, %c3_i64 : i64
    %1 = toy.scale %arg1 by 2 <fast> {note = #toy.mode<exact>} : !toy.box<f32>
    toy.scope {
    }
    return %0, %1 : i64, !toy.box<f32>
  }
}

