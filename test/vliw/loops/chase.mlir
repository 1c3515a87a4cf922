// From place to place: where the next load is, the last one has said. All places are there.
func.func @f(%n: index, %at: memref<?xi32>, %k: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  %count = arith.index_cast %n : index to i32
  %r:2 = scf.while (%p = %k, %hops = %zero) : (i32, i32) -> (i32, i32) {
    %on = arith.cmpi ne, %hops, %count : i32
    scf.condition(%on) %p, %hops : i32, i32
  } do {
  ^bb0(%p: i32, %hops: i32):
    %low = arith.andi %p, %seven : i32
    %place = arith.index_cast %low : i32 to index
    %v = memref.load %at[%place] : memref<?xi32>
    %more = arith.addi %hops, %one : i32
    %next = arith.xori %v, %p : i32
    scf.yield %next, %more : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
