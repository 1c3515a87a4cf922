// Small branches become instructions with predicates: accesses, and arithmetic on the value that is kept otherwise.
// RUN: rmlir-translate --to-hexagon %s

func.func @where_positive(%n: index, %x: memref<?xi32>, %y: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xi32>
    %is_positive = arith.cmpi sgt, %v, %zero : i32
    scf.if %is_positive {
      %w = memref.load %y[%i] : memref<?xi32>
      %s = arith.addi %v, %w : i32
      memref.store %s, %y[%i] : memref<?xi32>
    }
  }
  return
}

func.func @count(%n: index, %x: memref<?xi32>, %limit: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %zero) -> i32 {
    %v = memref.load %x[%i] : memref<?xi32>
    %is_less = arith.cmpi slt, %v, %limit : i32
    %more = arith.addi %k, %one : i32
    %next = arith.select %is_less, %more, %k : i32
    scf.yield %next : i32
  }
  return %r : i32
}

func.func @guarded(%x: memref<8xi16>, %at: index, %v: i16) {
  %c8 = arith.constant 8 : index
  %is_inside = arith.cmpi ult, %at, %c8 : index
  scf.if %is_inside {
    memref.store %v, %x[%at] : memref<8xi16>
  }
  return
}
