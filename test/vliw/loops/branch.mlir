// Branches in the loop: what is stored, and whether, depends on what was loaded. They become predicates first.
func.func @f(%n: index, %x: memref<?xi32>, %y: memref<?xi32>, %low: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%count = %zero, %sum = %zero) -> (i32, i32) {
    %v = memref.load %x[%i] : memref<?xi32>
    %below = arith.cmpi slt, %v, %low : i32
    %next:2 = scf.if %below -> (i32, i32) {
      memref.store %low, %x[%i] : memref<?xi32>
      %c = arith.addi %count, %one : i32
      scf.yield %c, %sum : i32, i32
    } else {
      %w = memref.load %y[%i] : memref<?xi32>
      %odd = arith.trunci %w : i32 to i1
      %s = scf.if %odd -> i32 {
        %a = arith.addi %sum, %w : i32
        scf.yield %a : i32
      } else {
        memref.store %v, %y[%i] : memref<?xi32>
        %a = arith.subi %sum, %v : i32
        scf.yield %a : i32
      }
      scf.yield %count, %s : i32, i32
    }
    scf.yield %next#0, %next#1 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
