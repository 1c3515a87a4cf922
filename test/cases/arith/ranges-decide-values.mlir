// RUN: rmlir-opt %s --int-range-optimizations

func.func private @use(index)
func.func private @use_bool(i1)

func.func @loop() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %r = arith.remui %i, %c8 : index
    func.call @use(%r) : (index) -> ()
    %less = arith.cmpi ult, %i, %c8 : index
    func.call @use_bool(%less) : (i1) -> ()
  }
  return
}

func.func @bits(%x: i32) -> i1 {
  %c15 = arith.constant 15 : i32
  %c16 = arith.constant 16 : i32
  %low = arith.andi %x, %c15 : i32
  %less = arith.cmpi slt, %low, %c16 : i32
  return %less : i1
}

// All callers are known, and pass the same.
func.func private @callee(%x: i32) -> i32 {
  return %x : i32
}
func.func @caller() -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = call @callee(%c3) : (i32) -> i32
  return %0 : i32
}

// It grows as long as the loop runs.
func.func @grows(%n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> (index) {
    %next = arith.addi %x, %c1 : index
    scf.yield %next : index
  }
  %not_negative = arith.cmpi sge, %r, %c0 : index
  return %not_negative : i1
}
