// Numbers held between two bounds, and the largest of them: selections in place of branches.
func.func @f(%n: index, %x: memref<?xi32>, %y: memref<?xi32>, %low: i32, %high: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = scf.for %i = %c0 to %n step %c1 iter_args(%best = %low) -> (i32) {
    %v = memref.load %x[%i] : memref<?xi32>
    %below = arith.cmpi slt, %v, %low : i32
    %raised = arith.select %below, %low, %v : i32
    %above = arith.cmpi sgt, %raised, %high : i32
    %held = arith.select %above, %high, %raised : i32
    memref.store %held, %y[%i] : memref<?xi32>
    %larger = arith.cmpi sgt, %held, %best : i32
    %next = arith.select %larger, %held, %best : i32
    scf.yield %next : i32
  }
  return %most : i32
}
