// Loops with branches where conversion does not pay: the cost model declines.

// Divisions that are hardly ever needed.
func.func @long_and_rare(%n: index, %rounds: index, %a: memref<?xi32>, %b: memref<?xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %rare = arith.constant 1000 : i32
  scf.for %k = %c0 to %rounds step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xi32>
      %g = arith.cmpi sgt, %v, %rare : i32
      %x = scf.if %g -> (i32) {
        %p = arith.divsi %v, %rare : i32
        %q = arith.remsi %v, %rare : i32
        %u = arith.divsi %q, %rare : i32
        %w = arith.addi %p, %u : i32
        scf.yield %w : i32
      } else {
        scf.yield %v : i32
      }
      memref.store %x, %b[%i] : memref<?xi32>
    }
  }
  return %z : i32
}

// A store that is hardly ever made: its guard would be a branch again.
func.func @rare_store(%n: index, %rounds: index, %a: memref<?xi32>, %b: memref<?xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %rare = arith.constant 1000 : i32
  scf.for %k = %c0 to %rounds step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xi32>
      %g = arith.cmpi sgt, %v, %rare : i32
      scf.if %g {
        %p = arith.divsi %v, %rare : i32
        memref.store %p, %b[%i] : memref<?xi32>
      }
    }
  }
  return %z : i32
}
